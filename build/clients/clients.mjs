// The clients of `npm run check -- clients`: for each, the lines that a reader pastes. They run in an empty folder with `openapi.json` and
// `openapi-3.0.json`; `$bank` is the bank's base URL. docs/clients.md shows them as they are here.
const generatorJar = 'openapi-generator-cli-7.25.0.jar';
const openapiGenerator = {
  version: '7.25.0',
  install: [`mvn -q dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:7.25.0 -DoutputDirectory=.`],
};
/** Every line after the first begins with spaces, so that a long command reads as one. */
const command = (...parts) => parts.join(' \\\n  ');
const withoutTests = '--global-property apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';

/** Fetches the program that makes the calls, from the bank. */
export const programLine = ({ program, as = program }) => `curl -fsS -o ${as} $bank/guides/${program}`;

/**
 * `program`: the one of docs/clients that makes the calls; `as`: its name in the folder. `sources`: the generated code, in which each
 * operation must be. `notes`: facts that a reader must know, with their reasons.
 */
export const clients = [
  {
    ...openapiGenerator,
    name: 'openapi-generator (Java)',
    language: 'Java',
    needs: ['java', 'maven'],
    generate: [
      command(
        `java -jar ${generatorJar} generate -i openapi.json -g java --library native -o client`,
        '--invoker-package bank --api-package bank.api --model-package bank.model --group-id bank --artifact-id bank-client',
        '--additional-properties useSingleRequestParameter=true,containerDefaultToNull=true,enumUnknownDefaultCase=true,hideGenerationTimestamp=true',
        withoutTests,
      ),
    ],
    compile: [
      '(cd client && mvn -q -B -DskipTests -Dmaven.javadoc.skip=true -Dmaven.source.skip=true package dependency:copy-dependencies)',
    ],
    program: 'FiveCalls.java',
    run: 'java -cp "client/target/classes:client/target/dependency/*" FiveCalls.java',
    sources: ['client/src/main/java'],
    notes: [
      '`containerDefaultToNull=true`: without it, every optional list of a request is sent as `[]`, and the bank refuses an empty list with `FORMAT_ERROR`.',
      '`enumUnknownDefaultCase=true`: without it, a new value of a status or code in an answer is an `IllegalArgumentException`.',
      '`useSingleRequestParameter=true`: a builder for the parameters of each operation. Without it a call has up to 20 parameters in a fixed order, most of them `null`.',
      'The generated code ignores the tokens of the document: set `Authorization` in `setRequestInterceptor`.',
      'It sends `Accept: application/json, application/problem+json` and leaves an error as text. Set `Accept` to `application/json` in the interceptor and read `getResponseBody()` as `TppMessages`.',
    ],
  },
  {
    ...openapiGenerator,
    name: 'openapi-generator (Go)',
    language: 'Go',
    needs: ['java', 'maven', 'go'],
    generate: [
      command(
        `java -jar ${generatorJar} generate -i openapi.json -g go -o client --package-name bank`,
        '--additional-properties withGoMod=false,disallowAdditionalPropertiesIfNotPresent=false,enumUnknownDefaultCase=true',
        withoutTests,
      ),
    ],
    compile: [
      'printf "module bank\\n\\ngo 1.24\\n" > client/go.mod',
      '(cd client && go mod tidy)',
      'printf "module example\\n\\ngo 1.24\\n\\nrequire bank v0.0.0\\n\\nreplace bank => ./client\\n" > go.mod',
      'go mod tidy',
      'go build -o example .',
    ],
    program: 'openapi-generator.go',
    as: 'main.go',
    run: './example',
    sources: ['client'],
    notes: [
      '`withGoMod=false` and a `go.mod` of your own: the generated one names the module `github.com/GIT_USER_ID/GIT_REPO_ID`.',
      '`disallowAdditionalPropertiesIfNotPresent=false`: without it, the client refuses every answer with a new member.',
      '`enumUnknownDefaultCase=true`: without it, a new value of a status or code in an answer is an error.',
      'Set the token with `AddDefaultHeader("Authorization", …)`; the answer to a refusal is in `GenericOpenAPIError.Model()`, as a `TppMessages`.',
      'A client answers a refusal with `err` and a `nil` value: read the value after `err`.',
    ],
  },
  {
    ...openapiGenerator,
    name: 'openapi-generator (Python)',
    language: 'Python',
    needs: ['java', 'maven', 'python'],
    generate: [command(`java -jar ${generatorJar} generate -i openapi.json -g python -o client --package-name bank`, withoutTests)],
    compile: ['python3 -m venv venv', 'venv/bin/pip install -q ./client', 'venv/bin/python -m compileall -q client/bank'],
    program: 'openapi_generator.py',
    run: 'venv/bin/python openapi_generator.py',
    sources: ['client/bank'],
    notes: [
      '`Configuration.retries = False`: otherwise urllib3 sleeps inside the call for as long as `Retry-After` says, which is hours for a daily limit. `_request_timeout` does not end that sleep.',
      'The answer to a refusal is in `ApiException.data`, as a `TppMessages`.',
    ],
  },
  {
    name: 'openapi-python-client',
    version: '0.29.1',
    language: 'Python',
    needs: ['python'],
    install: ['python3 -m venv venv', 'venv/bin/pip install -q openapi-python-client==0.29.1'],
    generate: ['venv/bin/openapi-python-client generate --path openapi.json --output-path bank --meta none'],
    compile: ['venv/bin/python -m compileall -q bank'],
    program: 'openapi_python_client.py',
    run: 'venv/bin/python openapi_python_client.py',
    sources: ['bank'],
    notes: [
      'It leaves out what it does not understand and still ends with exit code 0: read its warnings.',
      'A refusal is no exception: `sync_detailed` returns the status and `parsed`, a `TppMessages`.',
    ],
  },
  {
    name: 'oapi-codegen',
    version: '2.8.2',
    language: 'Go',
    needs: ['go'],
    install: ['go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'],
    generate: ['mkdir -p bank', 'oapi-codegen -generate types,client -package bank -o bank/bank.go openapi.json'],
    compile: ['printf "module check\\n\\ngo 1.24\\n" > go.mod', 'go mod tidy', 'go build -o example .'],
    program: 'oapi-codegen.go',
    as: 'main.go',
    run: './example',
    sources: ['bank'],
    notes: ['A refusal is no `err`: read `StatusCode()`, then `JSON404`, `JSON429` and so on.'],
  },
  {
    name: 'openapi-fetch',
    version: '0.17.0 with openapi-typescript 7.13.0',
    language: 'TypeScript',
    needs: ['npm'],
    install: [
      'echo \'{ "private": true, "type": "module" }\' > package.json',
      'npm install -s -E openapi-fetch@0.17.0 openapi-typescript@7.13.0 typescript@5.9.3 @types/node@24.19.4',
    ],
    generate: ['npx openapi-typescript openapi.json -o bank.d.ts'],
    compile: ['npx tsc --strict --target es2023 --lib es2023,dom,dom.iterable --types node --module nodenext openapi-fetch.ts'],
    program: 'openapi-fetch.ts',
    run: 'node openapi-fetch.js',
    sources: ['bank.d.ts'],
    notes: [
      "A refusal is no exception: the answer has `error` in place of `data`. Its type has both forms of an error, so narrow it with `'tppMessages' in error`.",
    ],
  },
  {
    name: '@hey-api/openapi-ts',
    version: '0.99.0',
    language: 'TypeScript',
    needs: ['npm'],
    install: [
      'echo \'{ "private": true }\' > package.json',
      'npm install -s -E @hey-api/openapi-ts@0.99.0 typescript@5.9.3 @types/node@24.19.4',
    ],
    generate: ['npx openapi-ts -i openapi.json -o bank'],
    compile: [
      'npx tsc --strict --target es2023 --lib es2023,dom,dom.iterable --types node --module commonjs --moduleResolution node10 hey-api.ts',
    ],
    program: 'hey-api.ts',
    run: 'node hey-api.js',
    sources: ['bank'],
    notes: ['A refusal is no exception: the answer has `error` and `response` in place of `data`.'],
  },
  {
    name: 'progenitor',
    version: '0.15.1',
    language: 'Rust',
    needs: ['rust'],
    install: ['cargo install -q --locked cargo-progenitor@0.15.1'],
    generate: [
      "node -p \"d = JSON.parse(fs.readFileSync('openapi-3.0.json')); delete d.paths['/v2/mandates/{resourceId}'].delete.responses[204]; JSON.stringify(d)\" > bank.json",
      'cargo progenitor -i bank.json -o bank -n bank -v 0.1.0 --interface builder',
    ],
    compile: [
      'cargo init -q --name example --vcs none .',
      'cargo add -q --path bank',
      'cargo add -q tokio@1 --features macros,rt',
      'cargo add -q uuid@1 --features v4',
      'cargo add -q reqwest@0.13 --no-default-features --features rustls',
      'cp progenitor.rs src/main.rs',
      'cargo build -q',
    ],
    program: 'progenitor.rs',
    run: 'cargo run -q',
    sources: ['bank/src'],
    notes: [
      'It reads OpenAPI 3.0: take `openapi-3.0.json`.',
      'It stops at an operation whose successful answers have two forms ("assertion failed: response_types.len() <= 1"). The first line leaves out that a mandate may end with 204 at once; the client then returns `Error::UnexpectedResponse` with that status.',
      'The generated `Cargo.toml` has reqwest without TLS: without the feature `rustls` of your own program, every `https` address fails.',
      'A refusal is `Error::ErrorResponse` with a `TppMessages`.',
    ],
  },
];
