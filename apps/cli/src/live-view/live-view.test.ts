import { join } from 'node:path'
import type { AskId } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { widthOf } from '../terminal/width.ts'
import { PlayedSession } from './played-session.fixture.ts'

const golden = (name: string): string => join(import.meta.dirname, '../../../../tests/golden/live-view', `${name}.txt`)

const answer = `# Verdict

Use **SQLite** for now, because one process writes and the data is small, so that nothing else has to be run beside it.

- Keep the log behind a port (\`EventLog\`).
- 幅の広い文字は二つのセルを取ります。これはとても長い行なので、端末の幅に合わせて折り返す必要があります。

\`\`\`ts
const log = sqliteEventLog({ path: 'convene.db' })
\`\`\``

/** Markers that agents write for the program, in capitals or not, and our own codes. */
const PROTOCOL =
  /\b(?:CLEAR|NOT_CONVERGED|CONVERGED|POSITION|CONFIDENCE|CHANGED|VOTE|REASON|APPROVE|ACCEPT|REOPEN|HANDOFF)\b|\n[\s•·]*(?:Clear|Vote|Probabilities|Changed|Position|Confidence|Option):|awaiting_approval|force_converge|limit:|@worker:|\[\[/u

/** The same play on stages of both widths, with a frame after each act. */
async function expectGolden(name: string, play: (stage: PlayedSession, picture: (title: string) => void) => void) {
  for (const width of [80, 120]) {
    const stage = new PlayedSession()
    const pictures: string[] = []
    play(stage, (title) => pictures.push(`┈┈ ${title} ┈┈\n${stage.frame(width)}`))
    for (const line of pictures.join('\n').split('\n')) expect(widthOf(line)).toBeLessThan(width)
    expect(PROTOCOL.exec(pictures.join('\n'))?.[0]).toBeUndefined()
    await expect(`${pictures.join('\n\n')}\n`).toMatchFileSnapshot(golden(`${name}-${width}`))
  }
}

test('a single agent is streamed', () =>
  expectGolden('alone', (stage, picture) => {
    stage.start('agent', 'SQLite or Postgres for this service?', 1)
    stage.wait(1_200)
    picture('it thinks')
    stage.streams('architect', answer.slice(0, 60))
    picture('the first words')
    stage.streams('architect', answer.slice(60))
    stage.wait(3_000)
    picture('all words')
    stage.replies('architect', answer)
    picture('the end')
  }))

test('agents that speak at the same time are shown by their last words, and each answer in full', () =>
  expectGolden('together', (stage, picture) => {
    stage.start('broadcast', 'SQLite or Postgres for this service?')
    stage.wait(800)
    stage.streams('architect', 'Use **SQLite** for now, because one process writes ')
    stage.streams('security', 'Who may read the file?\nThat is the first question to ask.')
    picture('two speak, one thinks')
    stage.streams('architect', 'and the data is small.')
    stage.replies('architect', 'Use **SQLite** for now, because one process writes and the data is small.')
    picture('one has answered')
    stage.fails('security', 'rate_limited', 'OpenAI (429): too many requests.', true)
    picture('one waits for its next try')
    stage.replies('writer', '簡単な方を選びましょう。')
    stage.wait(5_000)
    stage.say({ type: 'message', text: 'Keep it short.' })
    stage.streams('security', 'Who may ')
    stage.replies('security', 'Who may read the file?')
    picture('the end')
  }))

test('a paused agent is named, while the others keep working', () =>
  expectGolden('one-paused', (stage, picture) => {
    stage.start('broadcast', 'SQLite or Postgres for this service?')
    stage.say({ type: 'pause', agent: 'security' })
    picture('paused, and the call under way goes on')
    stage.fails('security', 'rate_limited', 'OpenAI (429): too many requests.', true)
    stage.replies('architect', 'Use SQLite.')
    stage.replies('writer', 'The simple one.')
    picture('the run waits for it')
    stage.say({ type: 'resume', agent: 'security' })
    picture('it goes on')
  }))

test('members that speak in turn each have their own block', () =>
  expectGolden('one-after-another', (stage, picture) => {
    stage.start('sequential', 'Write the release notes', 2)
    stage.streams('architect', 'A first draft.')
    stage.replies('architect', 'A first draft.')
    stage.streams('security', 'Better: ')
    picture('the second speaks')
    stage.say({ type: 'pause' })
    picture('paused, and the call under way goes on')
    stage.replies('security', 'Better: a second draft.')
    picture('paused')
    stage.say({ type: 'resume' })
    picture('the end')
  }))

test('a failure is shown once, with its reason', () =>
  expectGolden('failure', (stage, picture) => {
    stage.start('agent', 'Hello?', 1)
    stage.fails('architect', 'unauthorized', 'OpenAI refused the key in OPENAI_API_KEY.', false)
    picture('the end')
  }))

const diff = `diff --git a/src/sum.ts b/src/sum.ts
--- a/src/sum.ts
+++ b/src/sum.ts
@@ -1 +1 @@
-export const sum = (a: number, b: number) => a - b
+export const sum = (a: number, b: number) => a + b
`

test('tools are one line each, an ask shows its subject, and a change is summarized', () =>
  expectGolden('tools', (stage, picture) => {
    stage.start('agent', 'Fix sum.', 1, { read: 'allow', edit: 'ask', bash: { '*': 'ask', 'rm *': 'deny' } })
    stage.calls('architect', ['read', { path: 'src/sum.ts' }])
    stage.touches({ permission: 'read', target: 'src/sum.ts' })
    stage.wait(700)
    picture('a tool runs')
    stage.tool({ kind: 'output', ok: true, output: 'export …', ms: 12 })
    stage.calls('architect', ['edit', { path: 'src/sum.ts' }])
    stage.touches({ permission: 'edit', target: 'src/sum.ts', preview: diff })
    picture('it asks')
    const [ask] = Object.values(stage.session.asks)
    stage.say({ type: 'permit', ask: ask?.ask as AskId, answer: 'session', by: 'user' })
    const change = { kind: 'diff', title: 'Changed src/sum.ts (+1 −1)', path: 'src/sum.ts', text: diff } as const
    stage.tool({ kind: 'output', ok: true, output: 'Changed.', ms: 8, artifacts: [change] })
    stage.calls('architect', ['bash', { command: 'rm -rf /tmp/x' }])
    stage.touches({ permission: 'bash', target: 'rm -rf /tmp/x' })
    stage.calls('architect', ['question', { question: 'Shall I go on?', options: ['Yes', 'No'] }])
    picture('it is denied, and asks a question')
    stage.say({ type: 'answer', text: 'Yes', by: 'user' })
    stage.replies('architect', 'Fixed.')
    picture('the end')
  }))

test('delegated work is listed under the agent that delegated it, with its reports', () =>
  expectGolden('handed-on', (stage, picture) => {
    const work = (agentName: string) =>
      [
        'delegateWork',
        { agentName, workDescription: `The part of ${agentName}.`, reportExpectations: 'A line.' },
      ] as const
    stage.start('delegate', 'Do all of it.', 3, { read: 'allow', delegateWork: 'allow', bash: 'ask' })
    stage.calls('architect', work('security'), work('writer'))
    stage.wait(400)
    picture('two work')
    stage.calls('security', ['bash', { command: 'npm audit' }])
    stage.touches({ permission: 'bash', target: 'npm audit', preview: '$ npm audit', note: 'unsandboxed: no bwrap' })
    stage.calls('writer', ['reportOut', { report: 'It is written.' }])
    picture('one asks, one has reported')
    const [ask] = Object.values(stage.session.asks)
    stage.say({ type: 'permit', ask: ask?.ask as AskId, answer: 'deny', by: 'user', reason: 'Not today.' })
    stage.calls('security', ['reportOut', { report: 'I could not look.' }])
    stage.replies('architect', 'Half of it is done.')
    picture('the end')
  }))

describe('what is shown', () => {
  test('does not depend on how the text was cut into deltas', () => {
    const whole = new PlayedSession()
    const inPieces = new PlayedSession()
    for (const stage of [whole, inPieces]) stage.start('agent', 'Go.', 1)
    whole.streams('architect', answer)
    for (const character of answer) inPieces.streams('architect', character)
    for (const stage of [whole, inPieces]) stage.replies('architect', answer)
    expect(inPieces.frame(80)).toBe(whole.frame(80))
  })

  test('is complete even if deltas were missed', () => {
    const missed = new PlayedSession()
    missed.start('agent', 'Go.', 1)
    missed.replies('architect', answer)
    expect(missed.frame(80)).toContain('Use SQLite for now')
  })

  test('has no control characters, whatever a model says and however it is split', () => {
    const hostile = 'a\u001b]0;title\u0007b\u001b[2Jc\u009b31md\u202ee\u0000f\rg'
    const stage = new PlayedSession('full')
    stage.start('agent', hostile, 1)
    for (const character of hostile) {
      stage.streams('architect', character, 'reasoning')
      stage.streams('architect', character)
      expect(stage.frame(80)).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u)
    }
    stage.replies('architect', hostile, 2_000, hostile)
    expect(stage.frame(80)).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u)
  })

  test('includes thoughts only with full verbosity, and is shorter with brief', () => {
    const frames = (['brief', 'full'] as const).map((verbosity) => {
      const stage = new PlayedSession(verbosity)
      stage.start('agent', 'Go.', 1)
      stage.replies('architect', 'Yes.', 2_000, 'Let me think about it.')
      return stage.frame(80)
    })
    expect(frames.map((frame) => frame.includes('Let me think'))).toEqual([false, true])
  })

  test('fits a small terminal: the state stays visible', () => {
    const stage = new PlayedSession()
    stage.start('broadcast', 'Go.')
    const lines = stage.frame(40, 4).split('\n')
    expect(lines.at(-1)).toContain('running')
    expect(lines.length).toBeLessThan(12)
  })
})

const says = (text: string, position: string, confidence: number, changed = '') =>
  `${text}\n\nPOSITION: ${position}\nCONFIDENCE: ${confidence}${changed === '' ? '' : `\nCHANGED: ${changed}`}`

test('a panel shows who holds what now, who changed and why, and how far apart they are', () =>
  expectGolden('panel', (stage, picture) => {
    stage.start('panel', 'Should we move our monolith to services?')
    stage.replies('head', 'CLEAR: the question says what is to be decided.')
    stage.replies(
      'head',
      'Whether, and in which order, the monolith is split.\n\nDISCUSSION_DEPTH: Quick\nPROTOCOL: discuss',
    )
    stage.wait(700)
    stage.streams('security', 'A service needs its own ')
    picture('the blind round')
    stage.replies(
      'architect',
      says('Payments was moved out once, and moved back.', 'Keep the monolith, with modules', 70),
    )
    stage.replies('security', says('Each service needs its own check of rights.', 'Split payments first', 55))
    stage.replies('writer', says('Nobody has written down why.', 'Keep the monolith, with modules', 40))
    picture('round 2 begins')
    stage.replies(
      'security',
      says('The way back convinces me.', 'Keep the monolith, with modules', 60, 'yes, because [m4]'),
    )
    stage.wait(4_000)
    picture('one is convinced')
    stage.replies('writer', says('Fine.', 'Split payments first', 30, 'yes'))
    stage.replies('architect', says('Modules first.', 'Keep the monolith, with modules', 75, 'no'))
    stage.replies('head', '- Keep the monolith, with modules [m6, m7, m9]\n- Split payments first [m8]')
    stage.replies('moderator', 'NOT_CONVERGED: two have just changed sides.')
    stage.replies('writer', says('I keep to it.', 'Split payments first', 35, 'no'))
    stage.replies('architect', says('Nothing new.', 'Keep the monolith, with modules', 75, 'no'))
    stage.replies('security', says('Nothing new.', 'Keep the monolith, with modules', 65, 'no'))
    stage.replies('moderator', 'CONVERGED: nothing new is said.')
    stage.replies('head', '- Keep the monolith, with modules [m4, m6]\n- Split payments first [m5]')
    picture('the ballot')
    for (const [agent, vote] of [
      ['architect', 1],
      ['security', 1],
      ['writer', 2],
    ] as const)
      stage.replies(
        agent,
        `POSITION: ${vote === 1 ? 'Keep the monolith, with modules' : 'Split payments first'}\nCONFIDENCE: 60\nVOTE: ${vote}\nREASON: as I said`,
      )
    stage.replies(
      'head',
      '## Executive Summary\n\n- Keep it, with modules [m4].\n\n## Detailed Analysis\n\nModules do it [m4].\n\n## Agreements\n\nNone.\n\n## Disagreements\n\nOne.\n\n## Recommendations\n\nKeep it.\n\n## Risk Assessment\n\nLow.\n\n## Minority Report\n\n作家 would split payments first [m9].\n\n## Appendix\n\nNone.',
    )
    picture('the end')
  }))

const votes = (text: string, letter: string, shares: string) =>
  `${text}\n\nVOTE: ${letter}\nPROBABILITIES: ${shares}\nREASON: ${text}`

test('a decision shows its options by letter, and ends without asking for ballots', () =>
  expectGolden('decide', (stage, picture) => {
    stage.start('panel', 'Should we move our monolith to services?')
    stage.replies('head', 'CLEAR: the question says what is to be decided.')
    stage.replies(
      'head',
      'Whether the monolith is split.\n\nDISCUSSION_DEPTH: Quick\nOPTION: Keep the monolith\nOPTION: Split it',
    )
    stage.replies('architect', votes('Payments was moved back.', 'A', 'A 80, B 20'))
    stage.replies('security', votes('Each service needs its own rights.', 'A', 'A 60, B 40'))
    stage.replies('writer', votes('Teams wait for each other.', 'B', 'A 30, B 70'))
    picture('the votes, and no debate between panelists of one model')
  }))

test('a loop is shown by its assignments, reports, results and scores', () =>
  expectGolden('rounds', (stage, picture) => {
    stage.start('reflect', 'Write the release notes.', 2)
    stage.wait(900)
    stage.streams('head', 'Two parts.\n\n@worker:Architect\nList what')
    picture('a plan is not shown while it is written')
    stage.replies(
      'head',
      'Two parts.\n\n@worker:Architect\nList what changed.\n@end\n@worker:Security\nSay what is safer now.\n@end',
    )
    picture('who got what')
    stage.replies('architect', 'The log moved behind a port.')
    stage.replies('security', 'Secrets are hidden in the sandbox.')
    stage.replies('head', 'The log moved, and secrets are hidden.')
    stage.replies('moderator', 'SCORE: 0.4\nRATIONALE: No dates.')
    picture('the first evaluation')
    stage.replies('head', '@worker:Architect\nAdd the dates.\n@end')
    stage.replies('architect', 'In May.')
    stage.replies('head', 'The log moved in May, and secrets are hidden since then.')
    stage.replies('moderator', 'SCORE: 0.95\nRATIONALE: All there.')
    picture('the end')
  }))
