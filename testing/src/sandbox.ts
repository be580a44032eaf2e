// Parts of the sandbox that run in the test's own process. Apart from `./bank`, because they load much of the bank.
export { AuthorisationRegister } from '@open-banking/sandbox/authorisation-register';
export { SandboxCa } from '@open-banking/sandbox/ca';
export { RetryPolicy } from '@open-banking/sandbox/chaos';
export { generate, type Generated } from '@open-banking/sandbox/demo-bank';
export { CheckPort, sandboxReply, type CheckReply, type CheckRequest } from '@open-banking/sandbox/check-port';
