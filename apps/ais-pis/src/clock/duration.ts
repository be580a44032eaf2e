const form = /^P(?=\d|T\d)(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/;
const unitsMs = [604_800_000, 86_400_000, 3_600_000, 60_000, 1_000];

/** ISO 8601, `PT24H` or `P7D`, in milliseconds. A day is 24 hours; years and months have no length, and are not taken. */
export function durationMs(text: string): number | undefined {
  const parts = form.exec(text)?.slice(1);
  return parts?.reduce((sum, part, unit) => sum + Number(part ?? 0) * unitsMs[unit]!, 0);
}
