import { describe, expect, test } from 'vitest'
import { MessageId } from '../../../shared/ids.ts'
import { withParts } from '../accessors.ts'
import { blank } from '../state.ts'
import { inShownOrder } from './options.ts'
import type { DebateState, Held } from './state.ts'

const line = (message: string, position: string, of: Partial<Held> = {}): Held => ({
  ...{ agent: message, round: 1, position, confidence: null, changed: false, because: '', flagged: false },
  ...{ message: MessageId.parse(message), option: null, probabilities: null, abstains: false, move: null },
  ...{ grounds: null, reason: '', veto: '', ...of },
})
const option = (text: string, ...covers: readonly string[]) => ({
  text,
  covers: covers.map((id) => MessageId.parse(id)),
})
const ordered = (debate: Partial<DebateState>, ...options: readonly ReturnType<typeof option>[]) =>
  inShownOrder({ panel: withParts(blank, { debate }) }, options).map(({ text }) => text)

describe('options keep the letters that screens gave them', () => {
  const ledger = [line('m1', 'Roll back the deploy.'), line('m2', 'Fix it forward'), line('m3', 'Do nothing yet')]

  test('if the Head lists them in another order', () => {
    const drawn = [option('Fix forward', 'm2'), option('Wait', 'm3'), option('Roll back', 'm1')]
    expect(ordered({ ledger }, ...drawn)).toEqual(['Roll back', 'Fix forward', 'Wait'])
  })

  test('if it names no messages, but repeats the positions', () => {
    expect(ordered({ ledger }, option('do nothing yet'), option('Roll back the deploy'))).toEqual([
      'Roll back the deploy',
      'do nothing yet',
    ])
  })

  test('if they were fixed before the debate', () => {
    const options = [option('Roll back'), option('Fix forward')]
    const held = [line('m1', 'B', { option: 'B' }), line('m2', 'A', { option: 'A' })]
    expect(ordered({ ledger: held, options }, ...options.toReversed())).toEqual(['Roll back', 'Fix forward'])
  })

  test('and one that nobody has held comes last', () => {
    expect(ordered({ ledger }, option('Something new'), option('Wait', 'm3'))).toEqual(['Wait', 'Something new'])
  })
})
