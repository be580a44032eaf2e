#!/usr/bin/env bash
# Package: Maven `org.openapitools:openapi-generator-cli` 7.25.0, generator `java`, library `native`. Needs Java 17 and Maven.
# Expected: an optional list that the program does not set is absent from the request, as every other optional member is.
# Observed: it is sent as `[]`, also where the document says `minItems: 1`: the client makes a body that its own document forbids.
# Why people in this field meet it: payment interfaces have optional lists with at least one entry (remittance lines, addresses), and a bank
#   refuses an empty one. The refusal names a member that the program never mentions.
# Remedy: `--additional-properties containerDefaultToNull=true`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export MAVEN_OPTS="-Dmaven.repo.local=$folder/maven"
mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact=org.openapitools:openapi-generator-cli:7.25.0 -DoutputDirectory=. >install.log 2>&1 || { cat install.log; exit 1; }
cat >openapi.json <<'JSON'
{ "openapi": "3.0.3", "info": { "title": "Payments", "version": "1" },
  "paths": { "/payments": { "post": { "operationId": "pay", "responses": { "201": { "description": "Created." } },
    "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Payment" } } } } } } },
  "components": { "schemas": { "Payment": { "type": "object", "required": ["creditorName"], "properties": {
    "creditorName": { "type": "string" }, "purpose": { "type": "string" },
    "remittanceLines": { "type": "array", "minItems": 1, "items": { "type": "string" } } } } } } }
JSON
cat >Body.java <<'JAVA'
import org.openapitools.client.ApiClient;
import org.openapitools.client.model.Payment;

public class Body {
  public static void main(String[] arguments) throws Exception {
    System.out.println(new ApiClient().getObjectMapper().writeValueAsString(new Payment().creditorName("Bookshop")));
  }
}
JAVA
bodyWith() {
  java -jar openapi-generator-cli-7.25.0.jar generate -i openapi.json -g java --library native -o "$1" \
    --additional-properties "containerDefaultToNull=$1" --global-property apiTests=false,modelTests=false >"$1.log" 2>&1
  (cd "$1" && mvn -q -B -DskipTests -Dmaven.javadoc.skip=true -Dmaven.source.skip=true package \
    org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies) >"$1.log" 2>&1
  java -cp "$1/target/classes:$1/target/dependency/*" Body.java
}
usual=$(bodyWith false)
null=$(bodyWith true)
echo "by default: $usual"
echo "containerDefaultToNull=true: $null"
if [ "$usual" = '{"creditorName":"Bookshop","remittanceLines":[]}' ] && [ "$null" = '{"creditorName":"Bookshop"}' ]; then
  echo 'As described.'
else
  echo 'This has changed.'
  exit 1
fi
