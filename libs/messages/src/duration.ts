const pattern = /^P(?=\d|T\d)(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/;
const unitsMs = [604_800_000, 86_400_000, 3_600_000, 60_000, 1_000];

/** Parses an ISO 8601 duration such as `PT24H` or `P7D`; returns milliseconds. A day is 24 hours. Years and months have no fixed length and are refused. */
export function durationMs(text: string): number | undefined {
  const parts = pattern.exec(text)?.slice(1);
  return parts?.reduce((sum, part, unit) => sum + Number(part ?? 0) * unitsMs[unit]!, 0);
}
