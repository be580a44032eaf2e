import type { LimitDecision, LimitWindow } from './window-storage.js';

/**
 * Decides all windows of a request in one step of the server, by the server's clock.
 *
 * KEYS: what the subject has used of the operation (a hash of `window → start count`), and the id of this charge. ARGV: how long
 * the id is kept, in milliseconds; then name, seconds and limit of each window. Both keys carry the same hash tag, so in a
 * cluster they are on one node. The hash expires with its longest window, even if another plan has left that window out.
 *
 * An admitted charge leaves its answer under its id: a repetition gets that answer and counts nothing. A refused one counts
 * nothing anyway, so its repetition is decided anew. %.0f, because Lua writes integers from 1e14 on with an exponent.
 */
export const windowScript = /* lua */ `
local answered = redis.call('GET', KEYS[2])
if answered then return answered end
local at = tonumber(redis.call('TIME')[1])
local names = {}
for i = 2, #ARGV, 3 do names[#names + 1] = ARGV[i] end
local used = redis.call('HMGET', KEYS[1], unpack(names))
local admitted, ends, starts, counts = true, at, {}, {}
for w = 1, #names do
  local seconds, limit = tonumber(ARGV[3 * w]), tonumber(ARGV[3 * w + 1])
  starts[w] = at - at % seconds
  ends = math.max(ends, starts[w] + seconds)
  local start, count = string.match(used[w] or '', '^(%d+) (%d+)$')
  counts[w] = tonumber(start) == starts[w] and tonumber(count) or 0
  if counts[w] >= limit then admitted = false end
end
if admitted then
  local fields = {}
  for w = 1, #names do
    counts[w] = counts[w] + 1
    fields[2 * w - 1] = names[w]
    fields[2 * w] = string.format('%.0f %.0f', starts[w], counts[w])
  end
  redis.call('HSET', KEYS[1], unpack(fields))
  if redis.call('EXPIRETIME', KEYS[1]) < ends then redis.call('EXPIREAT', KEYS[1], string.format('%.0f', ends)) end
end
for w = 1, #names do counts[w] = string.format('%.0f', counts[w]) end
local answer = string.format('%d %.0f ', admitted and 1 or 0, at) .. table.concat(counts, ' ')
if admitted then redis.call('SET', KEYS[2], answer, 'PX', ARGV[1]) end
return answer
`;

/** The script's two keys. `subject` is what all keys of a request share: its hash tag. */
export const scriptKeys = (prefix: string, subject: string, operation: string, id: string): [used: string, charge: string] => {
  const tagged = `${prefix}{${subject}}`;
  return [`${tagged} ${operation}`, `${tagged} charge ${id}`];
};

export const scriptArguments = (idMs: number, windows: readonly LimitWindow[]): (string | number)[] => [
  idMs,
  ...windows.flatMap(({ name, seconds, limit }) => [name, seconds, limit]),
];

/** Reads the script's answer: `1 1800057600 3 40 500` is admitted, the time, and the count of each window. */
export function parseDecision(answer: string, windows: readonly LimitWindow[]): LimitDecision {
  const [admitted, atSeconds, ...counted] = answer.split(' ').map(Number) as [number, number, ...number[]];
  return { admitted: admitted === 1, atSeconds, remaining: windows.map(({ limit }, at) => Math.max(0, limit - counted[at]!)) };
}
