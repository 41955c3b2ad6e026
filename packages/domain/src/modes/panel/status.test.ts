import { describe, expect, test } from 'vitest'
import { seat, teamOf } from '../../session/session.fixture.ts'
import type { SessionId } from '../../shared/ids.ts'
import { emptySession, type Run } from '../../state/session.ts'
import { noSpend } from '../../usage/usage.ts'
import { withParts } from './accessors.ts'
import type { Turn } from './debate/state.ts'
import type { ReportContext } from './report/state.ts'
import { blank } from './state.ts'
import { status } from './status.ts'

const members = ['ada', 'bert'].map((slug) => seat(slug))
const turns = [1, 2, 3, 4].map((turn) => ({ turn, round: Math.ceil(turn / 2), agent: 'ada', state: 'approved' }))

/** A panel of two after two full rounds. */
function statusIn(phase: string, finished: Partial<NonNullable<Run['finished']>> | null = null): string {
  const spent = { ...noSpend, calls: 2, input: 5_000, output: 500, costUsd: 0.0226 }
  const totals = { ...noSpend, calls: 1, input: 4_000, output: 400, costUsd: 0.02 }
  const run = { phase, finished: finished && { totals, ...finished }, spent, team: teamOf(...members), limits: {} }
  const debate = { turns: turns as unknown as readonly Turn[] }
  const panel = withParts(blank, { opening: { rounds: 2, maxTurns: 4 }, debate })
  return status({ session: emptySession('S' as SessionId), run, panel } as unknown as ReportContext)
}

describe('the status of a panel', () => {
  test.each([
    ['completed', 'rehearsal', 'The panel has ended: rehearsal.'],
    ['completed', 'converged', 'The panel has ended: done.'],
    ['cancelled', 'user', 'The panel has ended: stopped.'],
  ])('is worded as on every screen if %s (%s), and mentions no round', (phase, reason, says) => {
    const shown = statusIn(phase, { reason })
    expect(shown).toContain(says)
    expect(shown).not.toContain('round')
    expect(shown).toContain('Spent: 4.4k tokens, $0.02, and 1.1k tokens, $0.0026 for follow-ups.')
  })

  test.each([
    ['awaiting_approval', 'The panel is waiting for approval.'],
    ['converging', 'The panel is collecting final positions.'],
  ])('in the phase %s contains no internal code and no round that never begins', (phase, says) => {
    expect(statusIn(phase)).toContain(says)
    expect(statusIn(phase)).not.toMatch(/round|_/u)
  })
})
