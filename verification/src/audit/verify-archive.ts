import { createHash } from 'node:crypto';
import { readHead, readRow, sealBefore, type ArchiveHead } from './archive-format.js';
import { readLines } from './archive-file.js';
import { after, Chain, type Bad, type KnownHead, type Seal } from './chain.js';

/** The result for one archive. */
export interface ArchiveReport {
  readonly file: string;
  readonly ok: boolean;
  /** Absent: the first line is not that of an archive. */
  readonly archive?: ArchiveHead;
  /** Rows with a valid seal. */
  readonly rows: number;
  /** The last valid seal. Of a whole archive: what the next archive, or the database, follows. */
  readonly head?: Seal;
  /** The hash of the file; the anchor in the database has it too. */
  readonly sha256?: string;
  readonly firstBad?: Bad;
}

/** Verifies archives without the bank: each by itself, and that those of one service follow each other. In the order of their seals. */
export async function verifyArchives(files: readonly string[], known: readonly KnownHead[] = []): Promise<ArchiveReport[]> {
  const reports: ArchiveReport[] = [];
  for (const file of files) reports.push(await verifyArchive(file, known));
  const inOrder = reports.sort(byPlace);
  const missing = known.find((head) => !inOrder.some((report) => covers(report, head)));
  if (missing) throw new Error(`--head ${missing.service}:${missing.sealNumber}: this seal is in none of these files.`);
  return inOrder.map((report, at) => following(inOrder[at - 1], report));
}

/** Verifies one archive; see `Chain`. Throws where there is no such file. */
export async function verifyArchive(file: string, known: readonly KnownHead[] = []): Promise<ArchiveReport> {
  const sha256 = createHash('sha256');
  const check = new ArchiveCheck(known);
  try {
    for await (const line of readLines(file, sha256)) check.line(line);
    check.end();
  } catch (error) {
    // A file that cannot be uncompressed is an archive that was damaged; one that cannot be opened is none.
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    check.unreadable();
  }
  return { file, ...check.report, sha256: sha256.digest('hex') };
}

/** Goes through the lines of one archive, up to the first fault. */
class ArchiveCheck {
  private archive?: ArchiveHead;
  private chain = new Chain();
  private rows = 0;
  private firstBad?: Bad;

  constructor(private readonly known: readonly KnownHead[]) {}

  get report(): Pick<ArchiveReport, 'ok' | 'archive' | 'rows' | 'head' | 'firstBad'> {
    return {
      ok: this.firstBad === undefined,
      rows: this.rows,
      ...(this.archive && { archive: this.archive, head: this.chain.head }),
      ...(this.firstBad && { firstBad: this.firstBad }),
    };
  }

  line(line: string): void {
    if (this.firstBad) return;
    this.firstBad = this.archive ? this.follow(line, this.archive) : this.begin(line);
  }

  end(): void {
    if (!this.archive) return this.unreadable();
    if (this.chain.head.sealNumber !== this.archive.lastSeal) this.firstBad ??= { what: 'seals cut off', sealNumber: this.next };
  }

  unreadable(): void {
    this.firstBad ??= { what: 'unreadable', ...(this.archive && { sealNumber: this.next }) };
  }

  private get next(): string {
    return after(this.chain.head.sealNumber);
  }

  private begin(line: string): Bad | undefined {
    this.archive = readHead(line);
    if (!this.archive) return { what: 'unreadable' };
    const { service } = this.archive;
    this.chain = new Chain(
      sealBefore(this.archive),
      this.known.filter((head) => head.service === service),
    );
    return this.chain.begin();
  }

  private follow(line: string, { lastSeal }: ArchiveHead): Bad | undefined {
    const row = readRow(line);
    if (!row) return { what: 'altered', sealNumber: this.next };
    if (BigInt(row.sealNumber) > BigInt(lastSeal)) return { what: 'inserted', auditId: row.auditId, sealNumber: row.sealNumber };
    const bad = this.chain.follow(row);
    if (!bad) this.rows += 1;
    return bad;
  }
}

const byPlace = ({ archive: one }: ArchiveReport, { archive: other }: ArchiveReport): number =>
  one && other && one.service === other.service
    ? Number(BigInt(one.firstSeal) - BigInt(other.firstSeal))
    : (one?.service ?? '').localeCompare(other?.service ?? '');

/** Two archives of one service: the second begins after the last seal of the first, and with its hash. */
function following(before: ArchiveReport | undefined, report: ArchiveReport): ArchiveReport {
  if (!report.archive || report.firstBad || before?.archive?.service !== report.archive.service) return report;
  const { sealNumber, hash } = sealBefore(report.archive);
  if (before.head?.sealNumber === sealNumber && before.head.hash === hash) return report;
  return { ...report, ok: false, firstBad: { what: 'does not follow', sealNumber: report.archive.firstSeal } };
}

/** Whether this archive says something of that seal: it is in it, or the one that it follows. */
const covers = ({ archive }: ArchiveReport, { service, sealNumber }: KnownHead): boolean =>
  archive?.service === service && BigInt(sealNumber) >= BigInt(archive.firstSeal) - 1n && BigInt(sealNumber) <= BigInt(archive.lastSeal);
