import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { joinEvent, ownRules, SEALED, splitEvent, type WireEvent } from '@convene/domain'
import { signingKey } from '@convene/host'
import { digest } from '@convene/platform'
import { expect, test } from 'vitest'
import { problemIn } from '../../examples/verify-receipt.ts'
import { seeded } from '../process/seeded.ts'
import { check, dataOf, forged, home, logOf, options, panel, receiptOf, refusal, signing } from './signed-logs.ts'

const whole = receiptOf(panel, false)
const redacted = receiptOf(panel, true)

test.each([
  'panel-decide',
  'panel-discuss',
  'plan-reopened',
  'reflect-goal-met',
  'broadcast-incomplete',
  'orchestrate-done',
])('a receipt is valid, with and without its prose, and both readers say so: %s', async (name) => {
  const events = logOf(name)
  for (const redact of [false, true]) {
    const text = receiptOf(events, redact)
    const { header, results } = await check(text)
    expect(header.leftOut > 0).toBe(redact)
    expect(results.map(({ came }) => came)).toEqual(results.map(() => 'same'))
    expect(problemIn(Buffer.from(text))).toBeUndefined()
  }
})

test('a receipt of a build in a worktree is valid without its prose, too', async () => {
  const worktrees = { folder: ['', 'srv', 'lumber'].join('/'), inside: 'shop', agents: [], build: 'build' }
  const events = logOf('plan-reopened').map((wire) => {
    const { settings } = wire.data as { readonly settings?: object }
    if (wire.type === 'run.started')
      return { ...wire, data: { ...(wire.data as object), settings: { ...settings, worktrees } } as never }
    if (wire.type !== 'run.finished' && wire.type !== 'decision.committed') return wire
    return { ...wire, data: { ...(wire.data as object), rules: ownRules } as never }
  })
  const text = receiptOf(events, true)
  expect(text).not.toContain('lumber')
  expect((await check(text)).results.map(({ came }) => came)).not.toContain('other')
})

test.each([
  ['a receipt', whole, 1],
  ['a redacted receipt', redacted, 2],
])('every one of 1,000 bytes that were changed in %s is found, by both readers', async (_, text, seed) => {
  const random = seeded(seed)
  const bytes = Buffer.from(text)
  const missed: number[] = []
  for (let round = 0; round < 1_000; round += 1) {
    const at = random(bytes.length)
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << random(8))
    const found = (await refusal(flipped)) !== 'valid' && problemIn(flipped) !== undefined
    if (!found) missed.push(at)
  }
  expect(missed).toEqual([])
})

const lines = whole.split('\n')

test.each([
  ['dropped', lines.filter((_, index) => index !== 40), 'bad_header in line 1'],
  ['added twice', lines.flatMap((line, index) => (index === 40 ? [line, line] : [line])), 'bad_header in line 1'],
  ['swapped', lines.with(40, lines[41] ?? '').with(41, lines[40] ?? ''), 'broken_chain in event 40'],
  ['replaced by the one before', lines.with(40, lines[39] ?? ''), 'broken_chain in event 40'],
  ['changed', lines.with(40, (lines[40] ?? '').replace('seq\\":40', 'seq\\":41')), 'broken_chain in event 40'],
])('an event that was %s is refused, with its place', async (_, changed, where) => {
  expect(await refusal(changed.join('\n'))).toBe(where)
  expect(problemIn(Buffer.from(changed.join('\n')))).toBeDefined()
})

test('a vote that is not the one that was sealed is refused, even if its author signs it', async () => {
  const votes = panel.filter(({ type }) => type === 'decision.voted')
  const text = forged((wire) => {
    if (wire.seq !== votes[0]?.seq) return wire
    const data = wire.data as { readonly option: string }
    return { ...wire, data: { ...data, option: options.find((one) => one !== data.option) ?? '' } as never }
  })
  expect(await refusal(text)).toBe(`broken_seal in event ${votes[0]?.seq}, field seal`)
  expect(problemIn(Buffer.from(text))).toContain('not the sealed vote')
})

test('a result that does not follow from the votes is refused, even if its author signs it', async () => {
  const made = panel.find(({ type }) => type === 'decision.committed')
  const other = options.find((one) => one !== dataOf('decision.committed')?.option)
  const text = forged((wire) =>
    wire.type === 'decision.committed' ? { ...wire, data: { ...(wire.data as object), option: other } as never } : wire,
  )
  expect(await refusal(text)).toBe(`other_result in event ${made?.seq}`)
})

/** Every text that is left out, long enough not to occur by chance. */
function* sealedTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) yield* sealedTexts(one)
}

test('a redacted receipt has none of the text that it leaves out, nor the salt', () => {
  const kept = panel.map((wire) => splitEvent(wire).open).join('\n')
  const hidden = panel.flatMap((wire) => {
    const { sealed } = splitEvent(wire)
    return sealed === ''
      ? []
      : (JSON.parse(sealed) as [unknown, unknown][]).flatMap(([, value]) => [...sealedTexts(value)])
  })
  const long = hidden.filter((text) => text.length > 12 && !kept.includes(JSON.stringify(text).slice(1, -1)))
  expect(long.length).toBeGreaterThan(50)
  const text = redacted.replaceAll('\\"', '"')
  expect(long.filter((one) => text.includes(JSON.stringify(one).slice(1, -1)))).toEqual([])
  for (const receipt of [redacted, whole]) expect(receipt).not.toContain(digest('secret'))
  expect(redacted).toContain(SEALED)
})

const signed = (lines: readonly string[]): string => {
  const body = `${lines.join('\n')}\n`
  const signature = signing.sign(`convene receipt 1\n${digest(body)}`)
  return `${body}${JSON.stringify({ key: signing.key, signature })}\n`
}
const header = lines[0] ?? ''
const deep = '['.repeat(200_000) + ']'.repeat(200_000)
const withFirst = (line: string): string => signed([header, line, ...lines.slice(2, -2)])
/** A chain of one odd event, signed. */
function oneEvent(open: string, sealed?: string): string {
  const commitment = sealed === undefined ? '' : digest(`\n${sealed}`)
  const link = digest(`${digest(`convene chain 1\n${panel[0]?.session}`)}\n${commitment}\n${open}`)
  const line = sealed === undefined ? { event: open, link } : { event: open, sealed, salt: '', link }
  return signed([JSON.stringify({ ...JSON.parse(header), events: 1, head: link, leftOut: 0 }), JSON.stringify(line)])
}
const first = JSON.stringify(panel[0])

test.each([
  ['nothing', '', 'cut in the file'],
  ['half of it', whole.slice(0, whole.length / 2), 'cut in the file'],
  ['only line breaks', '\n'.repeat(1_000_000), 'not_json in line 1'],
  ['a byte order mark', `\ufeff${whole}`, 'not_exact in the file'],
  ['carriage returns', whole.replaceAll('\n', '\r\n'), 'not_exact in the file'],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x0a]), 'not_text in the file'],
  ['a space', whole.replace('{"receipt"', '{ "receipt"'), 'not_exact in line 1'],
  ['a key twice', whole.replace('{"receipt":1', '{"receipt":1,"receipt":1'), 'not_exact in line 1'],
  ['another way to write a number', whole.replace('{"receipt":1', '{"receipt":1.0'), 'not_exact in line 1'],
  [
    'an absurd number',
    signed([header.replace(/"events":\d+/u, '"events":1e308'), ...lines.slice(1, -2)]),
    'not_exact in line 1',
  ],
  [
    'another format',
    signed([header.replace('"receipt":1', '"receipt":2'), ...lines.slice(1, -2)]),
    'bad_header in line 1',
  ],
  ['a list for a line', withFirst('[]'), 'wrong_fields in event 1'],
  ['a number for a line', withFirst('7'), 'wrong_fields in event 1'],
  ['deep nesting', withFirst(deep), 'wrong_fields in event 1'],
  ['a prototype', withFirst('{"__proto__":{"event":"x"},"link":"y"}'), 'wrong_fields in event 1'],
  ['a number for an event', withFirst('{"event":7,"link":"y"}'), 'wrong_fields in event 1'],
  ['an event that is not JSON', oneEvent('{'), 'bad_event in event 1'],
  ['an event that is null', oneEvent('null'), 'bad_event in event 1'],
  ['a deep event', oneEvent(deep), 'wrong_place in event 1'],
  ['an event of another session', oneEvent(first.replace(panel[0]?.session ?? '', 'X')), 'wrong_place in event 1'],
  [
    'an event with a prototype',
    oneEvent(first.replace('"data":{', '"data":{"__proto__":{"a":1},')),
    'wrong_parts in event 1',
  ],
  [
    'a sealed part for a prototype',
    oneEvent(splitEvent(panel[0] as WireEvent).open, '[[["__proto__","x"],1]]'),
    'bad_event in event 1',
  ],
  [
    'a sealed part in place of the type',
    oneEvent(splitEvent(panel[0] as WireEvent).open, '[[["type"],"message"]]'),
    'wrong_parts in event 1',
  ],
  ['a sealed part that is a number', oneEvent(splitEvent(panel[0] as WireEvent).open, '7'), 'bad_event in event 1'],
])('a file with %s ends in a clear refusal', async (_, text, where) => {
  expect(await refusal(text)).toBe(where)
  expect(() => problemIn(Buffer.from(text))).not.toThrow()
})

test('a receipt signed with another key is valid, but names that key', async () => {
  const other = signingKey(mkdtempSync(join(home, 'other-')))
  const body = `${lines.slice(0, -2).join('\n')}\n`
  const text = `${body}${JSON.stringify({ key: other.key, signature: other.sign(`convene receipt 1\n${digest(body)}`) })}\n`
  expect((await check(text)).key).toBe(other.key)
  expect(other.key).not.toBe(signing.key)
})

test('the parts of an event that were left out can be added back, and nothing else', () => {
  for (const wire of panel) expect(joinEvent(splitEvent(wire))).toEqual(wire)
})
