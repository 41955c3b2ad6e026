import { type Event, noLimits } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { fenced, oneLine, type ResponsePart } from './response-part.ts'
import { teller } from './teller.ts'

const event = (type: string, data: object, more: object = {}): Event =>
  ({ v: 1, seq: 1, batch: 1, at: 0, session: '01S', type, data, ...more }) as unknown as Event

const started = (mode = 'panel', rehearsal = false) =>
  event('run.started', {
    mode,
    team: {
      name: 'Quick Panel',
      members: [
        { slug: 'ada', name: 'Ada' },
        { slug: 'bob', name: 'Bob' },
      ],
      lead: { slug: 'head', name: 'Head' },
    },
    goal: 'Decide.',
    settings: { models: { 'p/m': { rehearsal } }, mode: { protocol: 'discuss' } },
    limits: { ...noLimits, maxTurns: 30, maxCalls: 240, maxTotalTokens: 450_000, maxDuration: 30 },
    estimate: { calls: 14, input: 40_000, output: 9_000, costUsd: 0.5, minutes: 4 },
  })

function told(verbosity: 'brief' | 'detailed' | 'full', ...events: readonly Event[]): readonly ResponsePart[] {
  const { tell } = teller(verbosity)
  return events.flatMap(tell)
}

function textOf(one: ResponsePart): string {
  if (one.kind === 'button') return `[${one.title}]`
  if (one.kind === 'links') return one.links.map(({ title }) => title).join(' · ')
  if (one.kind === 'changed') return one.paths.join(' ')
  return one.kind === 'file' ? `<${one.path}>` : one.text.trim()
}
const texts = (shown: readonly ResponsePart[]) => shown.map(textOf)

describe('a run in the chat', () => {
  test('starts with the team and the estimate, and says if it is only a rehearsal', () => {
    expect(texts(told('detailed', started()))).toEqual([
      'Quick Panel: panel with 3 agents, about 14 calls · about 49k tokens · about $0.50 · about 4 min',
      'Limits: 30 turns · 240 model calls · 450k tokens · 30 min',
    ])
    expect(texts(told('detailed', started('panel', true)))[2]).toContain('Rehearsal')
  })

  test('names each speaker, and shows the result without a heading', () => {
    const argued = event('message', { author: 'ada', role: 'member', kind: 'argument', text: 'Yes.', round: 2 })
    const report = event('message', { author: 'head', role: 'lead', kind: 'synthesis', text: '# Report' })
    expect(texts(told('detailed', started(), argued, report)).slice(2)).toEqual([
      '#### Ada — argument, round 2\n\nYes.',
      '# Report',
    ])
  })

  test.each(['brief', 'full'] as const)('shows that it waits for a provider, and how long, in %s', (verbosity) => {
    const data = { effect: 'e', code: 'rate_limited', message: 'OpenAI (429): slow down.', waitMs: 30_000 }
    const shown = texts(told(verbosity, started(), event('model.failed', data, { agent: 'ada' })))
    expect(shown.at(-1)).toBe('Ada: OpenAI (429): slow down. Retrying in 30 s.')
  })

  test('does not repeat what the user said', () => {
    expect(told('full', event('message', { author: 'user', role: 'user', kind: 'user', text: 'Why?' }))).toEqual([])
  })

  test('shows ballots only at full verbosity', () => {
    const ballot = event('message', { author: 'ada', role: 'member', kind: 'ballot', text: 'VOTE: a' })
    expect(told('detailed', ballot)).toEqual([])
    expect(told('full', ballot)).toHaveLength(1)
  })
})

describe('a pending request', () => {
  test('for approval shows the whole chain, what it is about, one button and three other answers', () => {
    const ask = event('permission.asked', {
      ask: '1/ada/c1-1/ask',
      chain: ['ada', 'bob'],
      tool: 'bash',
      resource: 'git push',
      rule: 'bash: * (user)',
      proposed: 'bash:git push',
    })
    expect(texts(told('brief', started(), ask)).slice(2)).toEqual([
      '**Ada → Bob** wants to use `bash`\n\n```\ngit push\n```\n\nMatched rule: `bash: * (user)`.\n\nFor the session or always, this allows `bash:git push`.',
      '[Allow once]',
      'Allow in this session · Always allow… · Deny…',
    ])
  })

  test('for approval says what is special about the call and everything a lasting answer would allow', () => {
    const ask = event('permission.asked', {
      ask: '1/ada/c1-1/ask',
      chain: ['ada'],
      tool: 'bash',
      resource: 'curl x.test',
      rule: 'bash: * (user)',
      proposed: 'bash:curl x.test',
      also: ['bash:rm y', 'edit:`z`'],
      preview: '$ curl x.test; rm y',
      note: 'reaches the network; [safe](https://evil.test) $(check)',
    })
    const [shown, ...answers] = told('brief', started(), ask).slice(2)
    expect(
      textOf(shown as ResponsePart)
        .split('\n\n')
        .slice(1),
    ).toEqual([
      '```\n$ curl x.test; rm y\n```',
      'Needs approval: `curl x.test`',
      'Matched rule: `bash: * (user)`, reaches the network; \\[safe\\]\\(https://evil.test\\) \\$\\(check\\).',
      'For the session or always, this allows `bash:curl x.test`, `bash:rm y` and `` edit:`z` ``.',
    ])
    const proposal = { proposed: 'bash:curl x.test', also: ['bash:rm y', 'edit:`z`'] }
    const others = answers.flatMap((one) => (one.kind === 'links' ? one.links : []))
    expect(others[1]).toMatchObject({ given: ['01S', '1/ada/c1-1/ask', 'always', proposal] })
  })

  test('for your own turn shows the options and one button for vote and argument', () => {
    const turn = { closesAt: 0 }
    const options = ['Keep *Redis*', 'Move to Postgres']
    const asked = event('question.asked', { id: 'q', question: 'Your turn in round 1.', options, turn })
    const [text, ...answers] = told('brief', asked)
    expect(textOf(text as ResponsePart)).toBe(
      'Your turn in round 1.\n\n- **A.** Keep \\*Redis\\*\n- **B.** Move to Postgres',
    )
    expect(answers).toEqual([
      { kind: 'button', title: 'Take your turn…', command: 'convene.takeTurn', given: ['01S', 'q', options] },
    ])
  })

  test('at a gate shows its text', () => {
    const gate = event('question.asked', {
      id: 'g',
      question: 'Discuss this?',
      options: [],
      gate: 'topic',
      text: 'The topic',
    })
    expect(texts(told('brief', gate))).toEqual([
      '**Discuss this?**\n\nThe topic\n\n*Or reply with `yes`, or with what should change.*',
      'Edit and approve… · Send back…',
      '[Approve]',
    ])
  })
})

test('a question has one button, for its first option, and links for the others', () => {
  const question = (...options: string[]) =>
    texts(told('brief', event('question.asked', { id: 'q', question: 'Which?', options })))
  expect(question()).toEqual(['Which?', '[Answer…]'])
  expect(question('Redis', 'Postgres')).toEqual(['Which?', 'Postgres · Answer…', '[Redis]'])
  const long = `Redis ${'and more '.repeat(20)}`.trim()
  expect(question('Postgres', long)[0]).toBe(`Which?\n\n- **A.** Postgres\n- **B.** ${long}`)
})

test('a gate says which steps would act without asking, and offers to make them ask', () => {
  const words = 'may run commands without asking'
  const gate = event('question.asked', {
    id: 'g',
    question: `Carry it out? s1 (coder) ${words}.`,
    options: [],
    gate: 'plan',
    text: 's1. …',
    grants: [{ step: 's1', owner: 'coder', words }],
  })
  const shown = told('brief', gate)
  expect(texts(shown)[0]).toContain(words)
  const answers = shown.flatMap((one) => (one.kind === 'links' ? one.links : []))
  const asks = answers.find(({ title }) => title === 'Approve, but ask me each time')
  expect(asks).toMatchObject({ command: 'convene.answerGate', given: ['01S', 'ask', '', 'g'] })
})

test('an answer is reported wherever it was given, even if a timeout gave it', () => {
  const answer = (type: string, data: object) => texts(told('brief', event(type, data)))[0]
  expect(answer('permission.answered', { ask: 'a', answer: 'once', by: 'user' })).toBe('Allowed once')
  expect(answer('permission.answered', { ask: 'a', answer: 'deny', by: 'user', reason: 'No.' })).toBe('Denied: No.')
  expect(answer('permission.answered', { ask: 'a', answer: 'deny', by: 'expiry' })).toBe('Denied by expiry')
  expect(answer('question.answered', { id: 'g', answer: 'reject', by: 'user' })).toBe('Sent back')
})

test('a gate does not repeat the last message, and only its question is bold', () => {
  const topic = event('message', { author: 'head', role: 'lead', kind: 'topic', text: 'The topic' })
  const gate = event('question.asked', {
    id: 'g',
    question: 'Discuss? At most 3 turns.',
    options: [],
    gate: 'topic',
    text: 'The topic',
  })
  expect(texts(told('brief', topic, gate))[1]).toBe(
    '**Discuss?** At most 3 turns.\n\n*Or reply with `yes`, or with what should change.*',
  )
})

test('no progress follows the end, because the editor would fold the answer away', () => {
  const state = (to: string) => event('run.state', { from: 'running', to, trigger: 'x' })
  expect(told('full', state('completed'))).toEqual([])
  expect(told('full', state('synthesizing'))).toHaveLength(1)
})

test('a command cannot close the fence it is shown in', () => {
  expect(fenced('a ``` b')).toBe('````\na ``` b\n````')
})

test('a line stays one line', () => {
  expect(oneLine('a\nb\r\n# c', 80)).toBe('a b # c')
  expect(oneLine('abcdef', 4)).toBe('abc…')
})

describe('the answer of an agent that writes alone', () => {
  const assigned = (to: string, more: object = {}) =>
    event('task.assigned', { to, kind: 'respond', ...more }, { task: `1/${to}` })
  const said = (text: string) =>
    event('message', { author: 'ada', role: 'member', kind: 'answer', text }, { task: '1/ada' })
  const delta = (text: string, at: number, effect = 'e1', task = '1/ada') => ({ task, effect, text, at })
  const shownText = (shown: readonly ResponsePart[]) => shown.map((one) => ('text' in one ? one.text : '')).join('')

  test('is shown as it is written, and only once', () => {
    const { tell, hear } = teller('brief')
    const shown = [started('agent'), assigned('ada')].flatMap(tell).slice(2)
    shown.push(...hear(delta('It is', 0)), ...hear(delta(' a queue.', 5)))
    expect(shownText(shown)).toBe('It is a queue.')
    expect(shownText(tell(said('It is a queue.')))).toBe('\n\n')
  })

  test('is complete in the end, even if a piece was lost or the reply was restarted', () => {
    for (const later of [delta('queue.', 8), delta('A list.', 0)]) {
      const { tell, hear } = teller('brief')
      for (const each of [started('agent'), assigned('ada')]) tell(each)
      expect(shownText([...hear(delta('It is', 0)), ...hear(later)])).toBe('It is')
      expect(shownText(tell(said('It is a queue.')))).toBe(' a queue.\n\n')
    }
  })

  test('is shown in full if its final text differs from the live text', () => {
    const { tell, hear } = teller('brief')
    for (const each of [started('agent'), assigned('ada')]) tell(each)
    hear(delta('Perhaps', 0))
    expect(shownText(tell(said('It is a queue.')))).toBe('It is a queue.\n\n')
  })

  test('leaves no fence open if it stops for a tool call', () => {
    const { tell, hear } = teller('brief')
    for (const each of [started('agent'), assigned('ada')]) tell(each)
    hear(delta('I look:\n```', 0))
    const replied = event('model.replied', { effect: 'e1', text: '', calls: [{}] })
    expect(shownText(tell(replied))).toBe('\n```\n\n')
    expect(shownText(hear(delta('Found.', 0, 'e2')))).toBe('Found.')
  })

  test('is under the agent’s name if others have spoken before', () => {
    const { tell, hear } = teller('brief')
    const report = event('message', { author: 'bob', role: 'member', kind: 'report', text: 'One.' }, { task: '1/bob' })
    for (const each of [started('delegate'), assigned('ada'), report]) tell(each)
    expect(shownText(hear(delta('Bob says one.', 0)))).toBe('#### Ada — answer\n\nBob says one.')
  })

  test('is not shown live if others write at the same time or it is for another agent', () => {
    for (const [mode, more] of [
      ['panel', {}],
      ['broadcast', {}],
      ['delegate', { via: 'delegateWork' }],
    ] as const) {
      const { tell, hear } = teller('full')
      for (const each of [started(mode), assigned('ada', more)]) tell(each)
      expect(hear(delta('Secret.', 0))).toEqual([])
    }
  })
})

test('who works is known by name also in a run that was started before', () => {
  const { tell } = teller('detailed', { mode: 'panel', seats: [{ slug: 'ada', name: 'Ada' }] })
  const shown = tell(event('message', { author: 'ada', role: 'member', kind: 'answer', text: 'Because.' }))
  expect(texts(shown)).toEqual(['#### Ada — answer\n\nBecause.'])
})

test('a text with an open fence does not swallow what follows', () => {
  const open = event('message', { author: 'ada', role: 'member', kind: 'synthesis', text: '````js\n```\nx' })
  expect(told('brief', open)).toEqual([{ kind: 'markdown', text: '````js\n```\nx\n````\n\n' }])
})
