/** ISO 20022 ExternalReturnReason1Code. */
export type BookingReturn = 'AC01' | 'AC04' | 'AC06' | 'AG01' | 'AM03' | 'AM04' | 'MD01' | 'MS03';
