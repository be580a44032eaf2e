import { receiverPages } from '@open-banking/spec';

const path = new RegExp(`^${receiverPages.receiveNotification.path.replace('{receiverId}', '[\\w-]{22}')}$`);

/**
 * The portal's receivers for trying out, below the base URL of a sandbox, whatever that resolves to: the only addresses of this bank's own
 * that it calls. They are dialled where services reach the gateway.
 */
export function tryOutReceiver(baseUrl: string, gatewayUrl: string): (url: URL) => URL | undefined {
  const { origin } = new URL(baseUrl);
  return (url) => {
    const isOne = url.origin === origin && url.username === '' && url.password === '' && path.test(url.pathname);
    return isOne ? new URL(url.pathname + url.search, gatewayUrl) : undefined;
  };
}
