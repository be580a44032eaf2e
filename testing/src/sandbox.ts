// Parts of the sandbox that run in the test's own process. Apart from `./bank`, because they load much of the bank.
export { AuthorisationRegister } from '@open-banking/simulators/authorisation-register';
export { certificatesIn, SandboxCa } from '@open-banking/simulators/sandbox-ca';
export { makeTrustFiles } from '@open-banking/simulators/make-trust-files';
export { RetryPolicy } from '@open-banking/sandbox/payer';
export { generate, type Generated } from '@open-banking/sandbox/demo-bank';
export { CheckPort, sandboxReply, type CheckReply, type CheckRequest } from '@open-banking/simulators/check-port';
