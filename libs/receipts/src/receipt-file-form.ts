import { faultsOf } from '@open-banking/messages';
import Type, { type Static, type TSchema } from 'typebox';

const Sha256 = Type.String({ pattern: '^[\\w-]{43}$', 'x-must': 'be a SHA-256 in base64url' });

const ProvedLeaf = Type.Object({
  index: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  leaf: Type.String(),
  /** Only in leaves of the first version. */
  opening: Type.Optional(Type.String()),
  proof: Type.Array(Sha256),
});

const ReceiptFile = Type.Object({
  customer: Type.String(),
  day: Type.String(),
  after: Type.Integer({ minimum: -1 }),
  next: Type.Optional(Type.Integer({ minimum: 0 })),
  head: Type.String({ pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$', 'x-must': 'be a compact JWS (RFC 7515)' }),
  receipts: Type.Array(ProvedLeaf),
  lost: Type.Array(ProvedLeaf),
});

/** RFC 7517 §5. */
const KeySet = Type.Object({ keys: Type.Array(Type.Object({ kid: Type.Optional(Type.String()) })) });

export type ProvedLeaf = Static<typeof ProvedLeaf>;
/** A file as a customer downloads it (docs/receipts.md). */
export type ReceiptFile = Static<typeof ReceiptFile>;

function firstFault(schema: TSchema, value: unknown): string | undefined {
  const [fault] = faultsOf(schema, value);
  return fault && `${fault.path === undefined ? '' : `${fault.path}: `}${fault.text}`;
}

/** The place where a value departs from the form of a file of receipts (JSON Pointer), and what must stand there; undefined if nowhere. */
export const receiptFileFault = (value: unknown): string | undefined => firstFault(ReceiptFile, value);

/** The same of a JWK Set. */
export const keySetFault = (value: unknown): string | undefined => firstFault(KeySet, value);
