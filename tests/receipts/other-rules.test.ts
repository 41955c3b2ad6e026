import { ownRules, type RuleVersions, type WireEvent } from '@convene/domain'
import { otherRulesText } from '@convene/reading'
import { expect, test } from 'vitest'
import { problemIn } from '../../examples/verify-receipt.ts'
import { check, dataOf, forged, options, refusal } from './signed-logs.ts'

/** The same log, with results by these rules. */
const madeBy = (rules: RuleVersions, change: (wire: WireEvent) => WireEvent = (wire) => wire): string =>
  forged((wire) => {
    const changed = change(wire)
    const isResult = wire.type === 'decision.committed' || wire.type === 'run.finished'
    return isResult ? { ...changed, data: { ...(changed.data as object), rules } as never } : changed
  })
const withOther = (wire: WireEvent): WireEvent => {
  const other = options.find((one) => one !== dataOf('decision.committed')?.option)
  return wire.type === 'decision.committed'
    ? { ...wire, data: { ...(wire.data as object), option: other } as never }
    : wire
}
const newer = { ...ownRules, counting: ownRules.counting + 1 }

test('a result by the rules of another version, which come to the same, follows from the events', async () => {
  const { results, header } = await check(madeBy(newer))
  expect(results.map(({ came }) => came)).toEqual(results.map(() => 'same'))
  expect(header.contents.results.map(({ rules }) => rules)).toEqual(results.map(() => newer))
})

test('a result by the rules of another version, which come to another one, is neither confirmed nor refused', async () => {
  const text = madeBy(newer, withOther)
  const { results } = await check(text)
  expect(results.find(({ type }) => type === 'decision.committed')?.came).toBe('unknown')
  expect(problemIn(Buffer.from(text))).toBeUndefined()
})

test.each([
  ['the rules of this version', madeBy(ownRules, withOther)],
  ['no rules', forged(withOther)],
])('a result that does not follow is refused if it names %s', async (_, text) => {
  expect(await refusal(text)).toContain('other_result in event')
})

test('an event that was changed in a receipt by the rules of another version is still refused, with its place', async () => {
  const changed = madeBy(newer).split('\n')
  const line = (changed[40] ?? '').replace('seq\\":40', 'seq\\":41')
  expect(await refusal(changed.with(40, line).join('\n'))).toBe('broken_chain in event 40')
  expect(await refusal(changed.filter((_, index) => index !== 40).join('\n'))).toBe('bad_header in line 1')
})

test.each([
  [
    { ...ownRules, counting: ownRules.counting + 3 },
    /counting rule 4, and this version has counting rule 1.*a newer version/,
  ],
  [{ counting: 3, fold: 2 }, /counting rule 3 and fold 2, and this version has counting rule 1 and fold 1/],
])('it is said by which rules a result was worked out: %o', (rules, said) => {
  expect(otherRulesText(rules)).toMatch(said)
})
