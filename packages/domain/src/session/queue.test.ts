import { describe, expect, test } from 'vitest'
import type { MessageId, RunId, SessionId } from '../shared/ids.ts'
import { emptySession, type Session } from '../state/session.ts'
import {
  begun,
  domain,
  ends,
  failure,
  reply,
  runStart,
  seat,
  settled,
  told,
  underWay,
  wanted,
} from './session.fixture.ts'

const members = [seat('ada'), seat('bert')]
const message = (text: string, to?: string) => ({ type: 'message' as const, text, ...(to && { to }) })
const asked = (session: Session) => Object.values(session.tasks).map(({ agent }) => agent)

/** The user stops the run, and calls in progress are aborted. */
function stop(session: Session): Session {
  const stopped = told(session, { type: 'stop' })
  const gone = { kind: 'aborted' as const, partial: '', ms: 1 }
  return Object.values(stopped.started).reduce(
    (state, effect) => settled(state, domain.absorb(state, effect, gone)),
    stopped,
  )
}

function finished(mode: string): Session {
  let session = underWay(begun({ mode, members }))
  for (const { slug } of members) session = underWay(ends(session, slug, reply(`${slug} says.`)))
  return session
}

describe('stop', () => {
  test('leaves queued messages unanswered until the user says something new', () => {
    const stopped = stop(told(underWay(begun()), message('One more thing.')))
    expect(wanted(stopped)).toEqual([])
    expect(stopped.queue).toEqual(['m2'])
    const again = told(stopped, message('Now.'))
    expect(again.queue).toEqual([])
    expect(asked(again)).toEqual(['ada'])
  })

  test('during a follow-up does not start another one', () => {
    const busy = underWay(told(ends(underWay(begun()), 'ada', reply('Because.')), message('And?')))
    const stopped = stop(told(busy, message('Also?')))
    expect(asked(stopped)).toEqual([])
    expect(stopped.queue).toEqual(['m4'])
  })

  test('charges a call that ends during the next run to the run that started it', () => {
    const stopped = told(underWay(begun()), { type: 'stop' })
    const next = { ...runStart({ limits: { maxTotalTokens: 20_000 } }), id: 'NEXT' as RunId }
    const again = told(stopped, { type: 'run', goal: 'Again.', run: next })
    const [late] = Object.values(stopped.started)
    if (late?.kind !== 'model') throw new Error('no call is under way')
    const usage = { input: 50_000, cached: 0, output: 0 }
    const gone = {
      kind: 'failed',
      code: 'timeout',
      message: 'Silence.',
      retryable: true,
      usage,
      partial: '',
      ms: 1,
    } as const
    const facts = domain.absorb(again, late, gone)
    expect(facts.find(({ type }) => type === 'usage')).toMatchObject({ run: 'RUN' })
    const after = settled(again, facts)
    expect(after.run?.spent).toMatchObject({ input: 0 })
    expect(after.spent).toMatchObject({ input: 50_000 })
    expect(asked(after)).toEqual(['ada'])
  })

  test('includes the cost of the call it cut off, and no follow-up, in the totals', () => {
    const stopped = told(underWay(begun()), { type: 'stop' })
    const [late] = Object.values(stopped.started)
    if (late?.kind !== 'model') throw new Error('no call is under way')
    const usage = { input: 700, cached: 0, output: 30 }
    const gone = { kind: 'failed', code: 'stopped', message: '', retryable: false, usage, partial: '', ms: 1 } as const
    const after = settled(stopped, domain.absorb(stopped, late, gone))
    const { run } = after
    expect(run?.finished?.totals).toMatchObject({ calls: 1, input: 700, output: 30 })
    expect(run?.finished?.totals).toMatchObject(run?.spent ?? {})
    const asked = ends(underWay(told(after, message('Why?'))), 'ada', reply('Because.'))
    expect(asked.run?.spent.calls).toBe(2)
    expect(asked.run?.finished?.totals.calls).toBe(1)
  })

  test('leaves queued messages to the next run', () => {
    const stopped = stop(told(underWay(begun()), message('One more thing.')))
    const started = underWay(told(stopped, { type: 'run', goal: 'Again.', run: runStart() }))
    const done = ends(started, 'ada', reply('Done.'))
    expect(wanted(done)).toEqual([])
    expect(told(done, message('And?')).queue).toEqual([])
  })

  test('keeps what the agent was asked', () => {
    const followed = underWay(told(stop(underWay(begun())), message('What now?')))
    const effect = Object.values(followed.started)[0]
    const lines = effect?.kind === 'model' ? domain.prompt(followed, effect).lines : undefined
    expect(lines?.size).toBe(2)
  })
})

describe('a queued message', () => {
  test('to someone who is not in the new team is answered by the others', () => {
    const stopped = stop(told(underWay(begun({ mode: 'broadcast', members })), message('You?', 'bert')))
    const next = underWay(told(stopped, { type: 'run', goal: 'Again.', run: runStart({ members: [seat('cleo')] }) }))
    const done = ends(next, 'cleo', reply('Done.'))
    expect(asked(told(done, message('And?')))).toEqual(['cleo'])
    expect(told(done, message('And?')).queue).toEqual([])
  })

  test('is answered by everyone if the picked message was nobody’s answer', () => {
    const picked = told(finished('broadcast'), { type: 'pick', message: 'm1' as MessageId })
    expect(asked(told(picked, message('And?')))).toEqual(['ada', 'bert'])
  })

  test('to one member of a sequence does not go to another', () => {
    const session = told(underWay(begun({ mode: 'sequential', members })), message('Only you.', 'ada'))
    const second = ends(session, 'ada', reply('First.'))
    expect(second.queue).toEqual(['m2'])
    const done = ends(underWay(second), 'bert', reply('Second.'))
    expect(asked(done)).toEqual([])
    expect(asked(told(done, message('Well?', 'ada')))).toEqual(['ada'])
  })
})

describe('a message to an agent without a current task', () => {
  const judged = (): Session => {
    const run = runStart({ mode: 'reflect', members: [seat('ada')] })
    const team = { ...run.team, lead: seat('lead', { seat: 'lead' }), judge: seat('judge', { seat: 'judge' }) }
    const create = { type: 'create', goal: 'Why?', workspace: '/project', run: { ...run, team } } as const
    return underWay(told(emptySession('S' as SessionId), create))
  }
  const says = (session: Session, agent: string, text: string) => underWay(ends(session, agent, reply(text)))
  const heardBy = (session: Session, agent: string): string => {
    const effect = Object.values(session.started).find((one) => one.kind === 'model' && one.agent === agent)
    return effect?.kind === 'model' ? JSON.stringify(domain.prompt(session, effect).lines) : ''
  }

  test('is delivered with its next call', () => {
    const asked = told(judged(), message('Be strict about tests.', 'judge'))
    const worked = says(says(asked, 'lead', '@worker:ADA\nWork.\n@end'), 'ada', 'Done.')
    expect(heardBy(worked, 'lead')).not.toContain('Be strict about tests.')
    const evaluating = says(worked, 'lead', 'All is done.')
    expect(heardBy(evaluating, 'judge')).toContain('Be strict about tests.')
    expect(evaluating.queue).toEqual([])
  })

  test('is not consumed by its vote on something else', () => {
    const asked = told(judged(), message('Be quick.', 'ada'))
    const voting = underWay(told(asked, { type: 'propose', topic: 'Tabs?', options: ['yes', 'no'] }))
    expect(heardBy(voting, 'ada')).toContain('# Deliberate')
    expect(voting.queue).toEqual(['m2'])
  })
})

test('a question about the status of a paused run is answered by code', () => {
  const paused = told(told(underWay(begun()), { type: 'pause' }), message('status?'))
  expect(paused.queue).toEqual([])
})

test('a new run is refused while a follow-up is being answered', () => {
  const busy = underWay(told(ends(underWay(begun()), 'ada', reply('Because.')), message('And?')))
  const { refusal } = domain.accept(busy, { type: 'run', goal: 'Other.', run: runStart({ members: [seat('bert')] }) })
  expect(refusal).toMatchObject({ code: 'illegal_command' })
})

test('a follow-up that never settles is ended, and the run stays completed', () => {
  const busy = underWay(told(ends(underWay(begun()), 'ada', reply('Because.')), message('And?')))
  const facts = domain.fail(busy, 'does_not_settle', 'It kept on.')
  expect(facts.map(({ type }) => type)).toEqual(['error', 'task.finished'])
})

describe('recovery', () => {
  test('discounts time in which nobody worked, even if nothing was in progress', () => {
    const waiting = ends(underWay(begun({ limits: { maxDuration: 1 } })), 'ada', failure('overloaded'))
    expect(domain.recover(waiting, waiting.at + 3_600_000)).toMatchObject([
      { type: 'clock.jumped', data: { ms: 3_600_000 } },
    ])
  })

  test('does not lengthen a wait if the clock is set back', () => {
    const waiting = told(ends(underWay(begun()), 'ada', failure('overloaded')), { type: 'pause' })
    expect(domain.recover(waiting, waiting.at - 3_600_000)).toMatchObject([{ data: { ms: -3_600_000 } }])
  })

  test('does not lengthen a wait if another process used a clock that was set back', () => {
    const waiting = ends(underWay(begun()), 'ada', failure('overloaded'))
    const paused = told(waiting, { type: 'pause' }, waiting.at - 3_600_000)
    expect(domain.recover(paused, paused.at)).toMatchObject([{ data: { ms: -3_600_000 } }])
  })

  test('records nothing for a session at rest', () => {
    const resting = ends(underWay(begun()), 'ada', reply('Because.'))
    expect(domain.recover(resting, resting.at + 3_600_000)).toEqual([])
  })
})
