import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, ServerRequest } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
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

/** Machine-readable answers, by the heading of the request. */
const structured: { readonly [heading: string]: string } = {
  Clarify: 'CLEAR: nothing to ask.',
  Topic: 'Where?\n\nPROTOCOL: decide\nOPTION: Keep Redis\nOPTION: Move to Postgres',
  Synthesize: report,
  'Repair citations': report,
  'Review plan': 'APPROVE',
  Review: 'ACCEPT',
  Evaluate: 'SCORE: 0.95\nRATIONALE: It answers the question.',
}

/** Each conversation first calls tools, then answers. */
function answerTo({ heading = '', number, messages, system }: ServerRequest): Answer {
  const isPlan = heading === 'Plan' && system.includes('JSON')
  if (isPlan) return { text: JSON.stringify({ steps: [step] }) }
  if (heading === 'Plan')
    return { text: '@worker:Architect\nRead the notes.\n@end\n@worker:Security\nLook for secrets.\n@end' }
  const known = structured[heading]
  if (known !== undefined) return { text: known }
  if (messages.some(({ toolResults }) => toolResults.length > 0))
    return { text: heading === 'Contribute' ? vote : `Answer ${number}.` }
  const search = ['grep', { pattern: 'queue' }] as const
  return calling(['read', { path: 'notes.md' }], search, search)
}

describe.skipIf(skipsChaos())('all modes, with tool calls in progress,', () => {
  test('end every run although workers are killed and drained, and no call ends twice', async () => {
    const team = await newTeam(await (await ownServer()).database())
    team.models.script(async (request) => {
      await pause(300)
      return answerTo(request)
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
    const ended = (await team.events()).flatMap(({ type, session, task, data }) =>
      type === 'tool.finished' ? [`${session} ${task} ${data.effect ?? data.call}`] : [],
    )
    const account = await accountFor('modes', team, { toolCalls: ended.length })
    expect(account).toMatchObject({ finished: all, storedTwice: 0, repeatedReplies: 0 })
    expect(ended.length).toBeGreaterThan(all)
    expect(new Set(ended).size).toBe(ended.length)
  })
})
