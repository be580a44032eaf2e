/** Texts of the pages about the third party that asks, in English. */
export const thirdPartyInEnglish = {
  registeredItself: (client: string) => `We have not checked who is behind ${client}: it registered itself, and chose this name itself.`,
  logo: (client: string) => `Logo of ${client}`,
  returnsTo: (host: string) => `Afterwards you return to ${host}.`,
  listedAs: (client: string, number: string) => `${client} is listed in the register of authorised services under the number ${number}.`,
  service: 'The service',
  suspended: {
    title: 'This service is stopped',
    says: (client: string) =>
      `We have stopped ${client} for now: it can see and do nothing here, and nothing can be approved for it. What you approved before is kept. You can end its access with us at any time, under “Who has access to my accounts”.`,
    mark: 'Stopped by us for now: it can see and do nothing',
  },
  error: {
    title: 'We cannot accept this request',
    says: (client: string, host: string) =>
      `${client} sent you here with a request that we cannot accept. Nothing was shared or paid. If you continue, you leave your bank’s pages for ${host}. Continue only if you know this address and came from there.`,
    leave: (host: string) => `Continue to ${host}`,
  },
};
