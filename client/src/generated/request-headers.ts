// Written by `npm run generate` from the table (libs/spec) and the handlers of the services. Change that, not this.

/** The headers of requests that a caller may add. */
export type RequestHeader =
  | 'PSU-IP-Address'
  | 'Digest'
  | 'Signature'
  | 'TPP-Signature-Certificate'
  | 'PSU-IP-Port'
  | 'PSU-Http-Method'
  | 'PSU-Device-ID'
  | 'PSU-Geo-Location'
  | 'TPP-Redirect-URI'
  | 'TPP-Nok-Redirect-URI'
  | 'TPP-Notification-URI'
  | 'TPP-Notification-Content-Preferred'
  | 'TPP-Redirect-Preferred'
  | 'TPP-Decoupled-Preferred'
  | 'TPP-Explicit-Authorisation-Preferred'
  | 'Client-VOP-Requested';
