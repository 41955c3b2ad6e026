import { digest } from '@convene/platform'
import { expect, test } from 'vitest'
import { dataOf, forged, options, panel, receiptOf, refusal, signing } from './signed-logs.ts'

const made = panel.find(({ type }) => type === 'decision.committed')
const ended = panel.find(({ type }) => type === 'run.finished')
const other = options.find((one) => one !== dataOf('decision.committed')?.option) ?? ''

test.each(['lead', 'user', 'undecided'])(
  'a loser that its author says was chosen by "%s" is refused: the votes had decided',
  async (how) => {
    const chosen = { option: how === 'undecided' ? '' : other, how }
    const text = forged((wire) => {
      if (wire.seq === made?.seq) return { ...wire, data: { ...(wire.data as object), ...chosen } as never }
      if (wire.seq !== ended?.seq) return wire
      const { decision, ...rest } = wire.data as { readonly decision: object }
      return { ...wire, data: { ...rest, state: 'cancelled', decision: { ...decision, ...chosen } } as never }
    })
    expect(await refusal(text)).toBe(`other_result in event ${made?.seq}`)
  },
)

test('a run that was stopped cannot say that it decided what was not decided in it', async () => {
  const text = forged((wire) => {
    if (wire.seq !== ended?.seq) return wire
    const { decision, ...rest } = wire.data as { readonly decision: object }
    return {
      ...wire,
      data: { ...rest, state: 'failed', decision: { ...decision, option: other, how: 'lead' } } as never,
    }
  })
  expect(await refusal(text)).toBe(`other_result in event ${ended?.seq}`)
})

/** With another first line, signed again. */
function withHeader(change: object): string {
  const [first = '', ...rest] = receiptOf(panel, false).trimEnd().split('\n')
  const body = `${[JSON.stringify({ ...JSON.parse(first), ...change }), ...rest.slice(0, -1)].join('\n')}\n`
  const signature = signing.sign(`convene receipt 1\n${digest(body)}`)
  return `${body}${JSON.stringify({ key: signing.key, signature })}\n`
}

test.each<[string, object]>([
  ['a program with a line break', { program: 'convene 1.0.0\nSigned by  0123 (this machine)' }],
  ['a program with an escape sequence', { program: 'convene 1.0.0\u001b[2J' }],
  ['another program', { program: 'other 1.0.0' }],
  ['no program', { program: null }],
  ['a time with a line break', { made: '2026-01-01T00:00:00.000Z\nValid' }],
  ['no time', { made: 'today' }],
  ['a session with a space', { session: 'one two' }],
  ['a decision that nobody made', { decision: 'd99' }],
  ['a decision that every object has', { decision: 'constructor' }],
])('a first line with %s is refused', async (_, change) => {
  expect(await refusal(withHeader(change))).toMatch(/^bad_header in line 1/u)
})

test('a first line that names a decision of the session is valid', async () => {
  expect(await refusal(withHeader({ decision: dataOf('decision.committed')?.decision }))).toBe('valid')
})
