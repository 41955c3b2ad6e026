import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, ServerRequest } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { calling } from '../e2e/workspace.ts'
import { accountFor, allDone, ownServer, skipsChaos } from './chaos.ts'
import { newTeam } from './nodes.ts'

const two = ['architect', 'security']
const RUNS_EACH = 3

const runs = [
  { mode: 'agent', agents: ['architect'] },
  { mode: 'broadcast', agents: two },
  { mode: 'sequential', agents: two },
  { mode: 'delegate', agents: two },
  { mode: 'orchestrate', agents: two },
  { mode: 'reflect', agents: two },
  { mode: 'panel', agents: [...two, 'performance'], yes: true },
  { mode: 'plan', agents: ['coder', 'tester'], yes: true },
]

const step = {
  id: 's1',
  owner: 'coder',
  description: 'Write.',
  acceptance: 'It is there.',
  dependsOn: [],
  tools: ['read'],
}
const sections = ['Executive Summary', 'Agreements', 'Disagreements', 'Recommendations', 'Detailed Analysis']
const report = [...sections, 'Risk Assessment', 'Minority Report', 'Appendix']
  .map((name) => `## ${name}\n\n- Move to Postgres [m4].`)
  .join('\n\n')
const vote = 'I looked at it.\n\nVOTE: B\nPROBABILITIES: A 30, B 70\nREASON: one store less\nCHANGED: no'

/** What programs read, by the heading of the request. */
const structured: { readonly [heading: string]: string } = {
  Clarify: 'CLEAR: nothing to ask.',
  Topic: 'Where?\n\nPROTOCOL: decide\nOPTION: Keep Redis\nOPTION: Move to Postgres',
  Synthesize: report,
  'Repair citations': report,
  'Review plan': 'APPROVE',
  Review: 'ACCEPT',
  Evaluate: 'SCORE: 0.95\nRATIONALE: It answers the question.',
}

/** Each conversation first runs a command that leaves a mark, and then answers. */
function answerTo({ heading = '', number, agent, messages, system }: ServerRequest, marks: string): Answer {
  const isPlan = heading === 'Plan' && system.includes('JSON')
  if (isPlan) return { text: JSON.stringify({ steps: [step] }) }
  if (heading === 'Plan')
    return { text: '@worker:Architect\nRead the notes.\n@end\n@worker:Security\nLook for secrets.\n@end' }
  const known = structured[heading]
  if (known !== undefined) return { text: known }
  if (messages.some(({ toolResults }) => toolResults.length > 0))
    return { text: heading === 'Contribute' ? vote : `Answer ${number}.` }
  // A step of a plan would ask before it runs a command.
  if (agent === 'Coder' || agent === 'Tester') return calling(['read', { path: 'notes.md' }])
  return calling(['bash', { command: `echo ran >> ${join(marks, String(number))}; sleep 2` }])
}

describe.skipIf(skipsChaos)('all modes, with tools in progress', () => {
  test('workers are killed and drained, every run ends, and no command runs twice', async () => {
    const marks = mkdtempSync(join(tmpdir(), 'convene-marks-'))
    mkdirSync(marks, { recursive: true })
    onTestFinished(() => rmSync(marks, { recursive: true, force: true }))
    const settings = { permissions: { bash: 'allow', read: 'allow' } }
    const team = await newTeam(await (await ownServer()).database(), settings)
    team.models.script(async (request) => {
      await pause(300)
      return answerTo(request, marks)
    })
    const web = await team.node('web')
    const [one, other] = [await team.node('worker'), await team.node('worker')]
    for (const run of Array.from({ length: RUNS_EACH }, () => runs).flat()) {
      const started = await web.client.createSession({ goal: 'Redis or Postgres?', ...run })
      if (!started.ok) throw new Error(JSON.stringify(started))
    }
    const all = RUNS_EACH * runs.length
    await team.models.until(({ requests }) => requests.length >= all)
    one.launched.child.kill('SIGKILL')
    await team.node('worker', '--capacity', '40')
    await pause(3_000)
    other.launched.child.kill('SIGTERM')
    await allDone(web, all)
    const ran = readdirSync(marks).map((name) => readFileSync(join(marks, name), 'utf8'))
    const account = await accountFor('modes', team, { commands: ran.length })
    expect(account).toMatchObject({ finished: all, storedTwice: 0, repeatedReplies: 0 })
    expect(new Set(ran)).toEqual(new Set(['ran\n']))
  })
})
