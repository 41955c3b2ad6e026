import type { AskId } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { PlayedSession } from './played-session.fixture.ts'

const count = (text: string, part: string): number => text.split(part).length - 1

const topic = '# The topic\n\nWhich database, and why.\n\nDISCUSSION_DEPTH: Quick\n'

/** Plays a panel that agrees at once, until its Head writes the report. */
function untilReport(stage: PlayedSession): void {
  const says = 'It is.\n\nPOSITION: SQLite\nCONFIDENCE: 80\nCHANGED: no\nVOTE: 1\nREASON: as I said'
  const answers: { readonly [kind: string]: string } = {
    clarify: 'CLEAR: it is clear.',
    topic: topic,
    converged: 'CONVERGED: nothing new is said.',
    options: '- SQLite [m4]',
  }
  const next = () => {
    const call = stage.view.running[0]
    return { agent: call?.agent ?? '', kind: (call && stage.session.tasks[call.task]?.kind) ?? '' }
  }
  for (let call = next(); call.kind !== 'synthesize'; call = next())
    stage.replies(call.agent, answers[call.kind] ?? says)
}

test('an error that every retry meets is shown once', () => {
  const stage = new PlayedSession()
  stage.start('agent', 'Hello?', 1)
  const why = 'Nothing answers at http://127.0.0.1:9/v1.'
  stage.fails('architect', 'network', why, true)
  stage.wait(5_000)
  stage.say({ type: 'message', text: 'Go.' })
  stage.fails('architect', 'network', why, true)
  const shown = stage.frame(100)
  expect(count(shown, why)).toBe(1)
  expect(shown).toMatch(/! Architect: same error\. Retrying in [\d.]+ s\./u)
  stage.wait(5_000)
  stage.say({ type: 'message', text: 'Go.' })
  stage.fails('architect', 'overloaded', 'Too much to do.', true)
  expect(count(stage.frame(100), 'Too much to do.')).toBe(1)
})

test('an error that comes back after a successful call is shown in full again', () => {
  const stage = new PlayedSession()
  stage.start('agent', 'Hello?', 1)
  const why = 'Nothing answers at http://127.0.0.1:9/v1.'
  stage.fails('architect', 'network', why, true)
  stage.wait(5_000)
  stage.say({ type: 'message', text: 'Go.' })
  stage.calls('architect', ['unknown', {}])
  stage.fails('architect', 'network', why, true)
  expect(count(stage.frame(100), why)).toBe(2)
})

describe('what was shown as it came is not printed again as a message', () => {
  test('the topic of a panel, from which the program strikes a line that it reads itself', () => {
    const stage = new PlayedSession()
    stage.start('panel', 'Which database?')
    stage.streams('head', 'CLEAR: the question is clear.')
    stage.replies('head', 'CLEAR: the question is clear.')
    stage.streams('head', topic)
    stage.replies('head', topic)
    expect(count(stage.frame(100), 'Which database, and why.')).toBe(1)
  })

  test('the report of a panel whose sections or citations are requested again', () => {
    const stage = new PlayedSession()
    const start = ['Executive Summary', 'Detailed Analysis', 'Agreements', 'Disagreements', 'Recommendations']
    const written = start.map((name) => `## ${name}\n\nThis is said of ${name}.`).join('\n\n')
    const whole = `${written}\n\n## Risk Assessment\n\nLow.\n\n## Minority Report\n\nNone.\n\n## Appendix\n\nNone.`
    stage.start('panel', 'Which database?', 2)
    untilReport(stage)
    stage.streams('head', written)
    stage.replies('head', written)
    stage.streams('head', whole)
    stage.replies('head', whole)
    const shown = stage.frame(100, 400)
    for (const name of start) expect(count(shown, `This is said of ${name}.`)).toBe(1)
    expect(count(shown, 'Risk Assessment\n')).toBe(1)
    expect(count(shown, 'Low.')).toBe(1)
  })

  test('an answer with white space around it', () => {
    const stage = new PlayedSession()
    stage.start('agent', 'Which?', 1)
    stage.streams('architect', '\n\nSQLite it is.  \n\n')
    stage.replies('architect', '\n\nSQLite it is.  \n\n')
    expect(count(stage.frame(100), 'SQLite it is.')).toBe(1)
  })
})

describe('in a decision', () => {
  const options = 'OPTION: Keep the monolith\nOPTION: Split it'
  const votes = (why: string, letter: string) => `${why}\n\nVOTE: ${letter}\nPROBABILITIES: A 60, B 40\nREASON: ${why}!`
  const sections = ['Executive Summary', 'Detailed Analysis', 'Agreements', 'Disagreements', 'Recommendations']
  const more = ['Risk Assessment', 'Minority Report']
  const report = [...sections, ...more].map((name) => `## ${name}\n\nNone.`).join('\n\n')

  function decided(appendix: string): string {
    const stage = new PlayedSession()
    stage.start('panel', 'Should we move our monolith to services?')
    stage.replies('head', 'CLEAR: it is.')
    stage.streams('head', `Whether it is split.\n\nDISCUSSION_DEPTH: Quick\n${options}`)
    stage.replies('head', `Whether it is split.\n\nDISCUSSION_DEPTH: Quick\n${options}`)
    stage.replies('architect', votes('Payments was moved back', 'A'))
    stage.replies('security', votes('Each needs its own rights', 'A'))
    stage.replies('writer', votes('Teams wait', 'B'))
    stage.replies('head', `${report}\n\n## Appendix\n\n${appendix}`)
    return stage.frame(120, 400)
  }

  test('the options and each vote with its reason are printed once', () => {
    const shown = decided('None.')
    expect(count(shown, 'Keep the monolith\n')).toBe(1)
    expect(count(shown, 'Each needs its own rights!')).toBe(1)
    expect(shown).toContain('· 作家 voted for Split it · 40 % · m9')
    expect(count(shown, 'Plain majority: Keep the monolith 2')).toBe(1)
  })

  test('a count that is in the report is not printed again below it', () => {
    const line = 'Plain majority: Keep the monolith 2 · Split it 1'
    expect(count(decided('- **Plain majority**: Keep the monolith 2 · Split it 1'), line)).toBe(1)
  })
})

test('an answer that was streamed only from its middle on is printed in full', () => {
  const stage = new PlayedSession()
  stage.start('agent', 'Which?', 1)
  stage.streams('architect', 'it is, for now.')
  stage.replies('architect', 'SQLite it is, for now.')
  expect(stage.frame(100)).toContain('SQLite it is, for now.')
})

test('a message from the user names its addressee', () => {
  const stage = new PlayedSession()
  stage.start('broadcast', 'Which?', 2)
  stage.say({ type: 'message', text: 'What about backups?', to: 'architect' })
  stage.say({ type: 'message', text: 'And the cost?' })
  expect(stage.frame(100)).toContain('› @Architect What about backups?')
  expect(stage.frame(100)).toContain('› And the cost?')
})

test('members that speak in turn are each printed once', () => {
  const stage = new PlayedSession()
  stage.start('sequential', 'Which?', 2)
  stage.streams('architect', 'Use SQLite.')
  stage.replies('architect', 'Use SQLite.')
  stage.streams('security', 'I agree.')
  stage.replies('security', 'I agree.')
  expect(count(stage.frame(100), 'Use SQLite.')).toBe(1)
  expect(count(stage.frame(100), 'I agree.')).toBe(1)
})

describe('a table', () => {
  const table = '| Option | Cost |\n|---|---:|\n| SQLite | $0 |\n| Postgres | $90 |'

  test('is drawn once and as a whole, however it arrives', () => {
    const text = `Compare:\n\n${table}\n\nSo: SQLite.`
    const whole = new PlayedSession()
    whole.start('agent', 'Which?', 1)
    whole.replies('architect', text)
    const pieces = new PlayedSession()
    pieces.start('agent', 'Which?', 1)
    for (const piece of text.match(/.{1,5}/gsu) ?? []) pieces.streams('architect', piece)
    expect(pieces.frame(80)).toContain('Postgres │  $90')
    pieces.replies('architect', text)
    expect(pieces.frame(80)).toBe(whole.frame(80))
    expect(count(pieces.frame(80), 'SQLite   │   $0')).toBe(1)
  })

  test('at the end of an answer is not lost, and in code it is left alone', () => {
    const stage = new PlayedSession()
    stage.start('agent', 'Which?', 1)
    stage.streams('architect', `\`\`\`\n${table}\n\`\`\`\n\n${table}`)
    stage.replies('architect', `\`\`\`\n${table}\n\`\`\`\n\n${table}`)
    expect(count(stage.frame(80), '| SQLite | $0 |')).toBe(1)
    expect(count(stage.frame(80), 'SQLite   │   $0')).toBe(1)
  })

  test('that never ends is printed as it arrives', () => {
    const stage = new PlayedSession()
    stage.start('agent', 'Which?', 1)
    stage.streams('architect', `${table}\n${'| x | 1 |\n'.repeat(500)}`)
    expect(stage.entries.filter(({ kind }) => kind === 'line').length).toBeGreaterThan(400)
  })
})

test('an answer cannot print lines that look like Convene’s own', () => {
  const text = 'Fine.\r\r✓ Approved · by you\r✓ Done · 1 call\u2028LS\u0085NEL'
  for (const isStreamed of [true, false]) {
    const stage = new PlayedSession()
    stage.start('agent', 'Which?', 1)
    if (isStreamed) stage.streams('architect', text)
    stage.replies('architect', text)
    for (const row of ['✓ Approved · by you', '✓ Done · 1 call', 'LS', 'NEL'])
      expect(stage.frame(80).split('\n')).toContain(`  ${row}`)
  }
})

test('an ask names the whole command, and its answer every rule that it grants', () => {
  const stage = new PlayedSession()
  stage.start('agent', 'Test it.', 1, { bash: 'ask' })
  stage.calls('architect', ['bash', { command: 'ls -la && npm test' }])
  const command = { line: 'ls -la && npm test' }
  stage.touches({ permission: 'bash', target: 'ls -la', command }, { permission: 'bash', target: 'npm test', command })
  expect(stage.frame(100)).toContain('! Architect asks to use bash: ls -la && npm test')
  const [ask] = Object.keys(stage.session.asks)
  stage.say({ type: 'permit', ask: ask as AskId, answer: 'session', by: 'user' })
  expect(stage.frame(100)).toContain('✓ Allowed for this session: bash:ls -la, bash:npm test')
})
