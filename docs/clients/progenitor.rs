// Five calls with the client that progenitor makes for Rust.
use bank::types::{AccountReferenceInRequest, PaymentRequest, RequestedAmountInRequest, TppMessages};
use bank::{Client, Error};
use std::env::var;
use uuid::Uuid;

// The customer is there: these reads do not count against the consent's frequency.
const CUSTOMER: &str = "192.0.2.10";

type Failure = Box<dyn std::error::Error>;

fn text(name: &str) -> String {
    var(name).unwrap_or_else(|_| panic!("{name} is not set"))
}

fn client(token: &str) -> Client {
    let mut headers = reqwest::header::HeaderMap::new();
    headers.insert("Authorization", format!("Bearer {token}").parse().unwrap());
    let http = reqwest::Client::builder().default_headers(headers).build().unwrap();
    Client::new_with_client(&text("BASE_URL"), http)
}

fn print(name: &str, result: Result<String, Failure>) {
    let line = result.unwrap_or_else(|error| format!("error {error}"));
    println!("{name} {}", line.split_whitespace().collect::<Vec<_>>().join(" "));
}

fn joined(ids: impl Iterator<Item = Uuid>) -> String {
    ids.map(|id| id.to_string()).collect::<Vec<_>>().join(",")
}

fn refusal(error: Error<TppMessages>) -> Result<String, Failure> {
    match error {
        Error::ErrorResponse(answer) => {
            let after = answer.headers().get("Retry-After").map(|value| format!(" {}", value.to_str().unwrap_or("")));
            let code = &answer.tpp_messages[0].code;
            Ok(format!("{} {code}{}", answer.status().as_u16(), after.unwrap_or_default()))
        }
        other => Err(other.to_string().into()),
    }
}

async fn list(reader: &Client, consent: &str) -> Result<String, Failure> {
    let answer = reader.list_accounts().x_request_id(Uuid::new_v4().to_string()).consent_id(consent).psu_ip_address(CUSTOMER).send().await?;
    Ok(joined(answer.accounts.iter().map(|one| one.resource_id)))
}

async fn segment(reader: &Client, consent: &str) -> Result<String, Failure> {
    let call = reader.list_account_loans().branch_number(text("BRANCH_NUMBER")).account_number(text("ACCOUNT_NUMBER"));
    let answer = call.x_request_id(Uuid::new_v4().to_string()).consent_id(consent).psu_ip_address(CUSTOMER).send().await?;
    Ok(joined(answer.loans.iter().map(|one| one.loan_account_id)))
}

async fn post(payer: &Client) -> Result<String, Failure> {
    let body = PaymentRequest::builder()
        .instructed_amount(RequestedAmountInRequest::builder().currency("EUR").amount("12.50"))
        .creditor_account(AccountReferenceInRequest::builder().iban(Some(text("CREDITOR_IBAN").parse()?)))
        .creditor_name("Bookshop");
    let product = "sepa-credit-transfers";
    let created = payer.create_payment().payment_product(product).x_request_id(Uuid::new_v4().to_string()).body(body).send().await?;
    let call = payer.read_payment().payment_product(product).payment_id(created.payment_id);
    let read = call.x_request_id(Uuid::new_v4().to_string()).send().await?;
    Ok(read.creditor_account.iban.as_ref().map(|iban| iban.to_string()).unwrap_or_default())
}

async fn not_found(reader: &Client, consent: &str) -> Result<String, Failure> {
    let call = reader.read_account().account_id(Uuid::new_v4()).consent_id(consent).psu_ip_address(CUSTOMER);
    match call.x_request_id(Uuid::new_v4().to_string()).send().await {
        Ok(_) => Ok("not refused".into()),
        Err(error) => refusal(error),
    }
}

async fn too_many(reader: &Client, consent: &str) -> Result<String, Failure> {
    for _ in 0..text("ENOUGH_CALLS").parse()? {
        let call = reader.list_all_loans().consent_id(consent).psu_ip_address(CUSTOMER);
        if let Err(error) = call.x_request_id(Uuid::new_v4().to_string()).send().await {
            return refusal(error);
        }
    }
    Ok("never refused".into())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let (reader, payer) = (client(&text("CUSTOMER_TOKEN")), client(&text("PAYMENTS_TOKEN")));
    let consent = text("CONSENT_ID");
    print("list", list(&reader, &consent).await);
    print("segment", segment(&reader, &consent).await);
    print("post", post(&payer).await);
    print("notFound", not_found(&reader, &consent).await);
    print("tooMany", too_many(&reader, &consent).await);
    Ok(())
}
