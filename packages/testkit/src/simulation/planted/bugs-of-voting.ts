import { append, type Domain, type Fact, type Session, toArray } from '@convene/domain'
import type { PlantedBug } from '../world.ts'

type Committed = Extract<Fact, { type: 'decision.committed' }>

const records =
  (change: (fact: Committed, session: Session) => Committed['data']) =>
  (domain: Domain): Domain => {
    const edit = (session: Session) => (fact: Fact) =>
      fact.type === 'decision.committed' ? { ...fact, data: change(fact, session) } : fact
    return {
      ...domain,
      next(session) {
        const step = domain.next(session)
        return { ...step, record: step.record.map(edit(session)) }
      },
    }
  }

/** Adds something from the arguments so far to what a panelist is asked. */
const repeating =
  (part: (text: string) => string) =>
  (domain: Domain): Domain => ({
    ...domain,
    prompt(session, effect) {
      const request = domain.prompt(session, effect)
      const said = toArray(session.messages).filter(({ kind }) => kind === 'argument')
      const text = `# Contribute\n\n${said.map((message) => part(message.text)).join('\n')}`
      const last = toArray(request.lines).at(-1)
      if (last?.role !== 'user' || !last.text.startsWith('# Contribute')) return request
      return { ...request, lines: append(request.lines, { role: 'user', text }) }
    },
  })

/** Bugs in team decisions. */
export const bugsOfVoting: readonly PlantedBug[] = [
  {
    name: 'picks the first option whatever the votes say',
    domain: records(({ data }, { decisions }) => ({
      ...data,
      option: decisions[data.decision]?.options[0] ?? data.option,
    })),
  },
  { name: 'forgets who was against it', domain: records(({ data }) => ({ ...data, dissent: [] })) },
  {
    name: 'reveals votes before the count',
    domain: (domain) => ({
      ...domain,
      prompt(session, effect) {
        const request = domain.prompt(session, effect)
        const votes = Object.values(session.decisions).flatMap((decision) => decision.votes)
        const text = votes.map(({ voter, reason }) => `${voter}: ${reason}`).join('\n')
        return { ...request, lines: append(request.lines, { role: 'user', text }) }
      },
    }),
  },
  {
    name: 'shows panelists what their peers wrote for the program',
    mode: 'panel',
    domain: repeating((text) => text),
  },
  {
    name: 'shows panelists what their peers said about their votes in prose',
    mode: 'panel',
    domain: repeating((text) =>
      text
        .split('\n')
        .filter((line) => line.startsWith('This is'))
        .join('\n'),
    ),
  },
  {
    name: 'waits forever for a vote',
    domain: (domain) => ({
      ...domain,
      next(session) {
        const step = domain.next(session)
        return { ...step, want: step.want.filter(({ kind, key }) => kind !== 'timer' || !key.endsWith('/closes')) }
      },
    }),
  },
]
