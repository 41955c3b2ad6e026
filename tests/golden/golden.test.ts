import { modes, SessionId } from '@convene/domain'
import {
  answerParts as answers,
  askOf,
  callParts as wants,
  failureParts as fails,
  type Play,
  runOf,
  SimulatedSession,
  transcript,
} from '@convene/testkit'
import { expect, test } from 'vitest'
import { keep, resultViews } from './keep.ts'

const trio = ['ada', 'bert', 'cleo']
const duo = ['ada', 'bert']
const says: Play = ({ agent }) => [100, ...answers(`${agent} says yes.`)]
const file = keep
const ask = (stage: SimulatedSession) => [...stage.world.ledger(stage.session).asks.keys()][0] as never

async function played(model: Play, run: Parameters<typeof runOf>[0] = {}): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model })
  await stage.create(runOf(run))
  await stage.untilRest()
  return stage
}

test('one agent answers', async () => {
  await file(await played(says), 'agent')
})

test('an entry agent that delegates nothing answers itself', async () => {
  await file(await played(says, { mode: 'delegate', members: duo }), 'delegate')
})

test('the terminal result of every mode has a golden', () => {
  expect(Object.values(resultViews).toSorted()).toEqual(Object.keys(modes).toSorted())
})

test('a broadcast continues without a failed member, whatever order answers arrive in', async () => {
  const model: Play = ({ agent }) =>
    agent === 'bert' ? [10, ...fails('refused', { retryable: false })] : [agent === 'ada' ? 900 : 5, ...answers(`${agent} says yes.`)]
  await file(await played(model, { mode: 'broadcast', members: trio }), 'broadcast-one-fails')
})

test('in a sequence each member sees the earlier answers', async () => {
  const model: Play = ({ agent, lines }) => answers(`${agent} has read ${lines.tail.length + JSON.stringify(lines).split('###').length - 1} parts.`)
  await file(await played(model, { mode: 'sequential', members: trio }), 'sequential')
})

test('in a sequence, the member after a failed one learns of the failure', async () => {
  const model: Play = ({ agent }) => (agent === 'ada' ? fails('refused', { retryable: false }) : answers(`${agent} says yes.`))
  const stage = await played(model, { mode: 'sequential', members: trio })
  const asked = stage.requests.filter(({ agent }) => agent !== 'ada').map((request) => askOf(request).text)
  for (const text of asked) expect(text).toContain('## Missing responses\n\nADA was asked before you and gave no answer (refused).')
  await file(stage, 'sequential-one-fails')
})

test('a follow-up is answered after the end', async () => {
  const stage = await played(says, { mode: 'broadcast', members: duo })
  await stage.tell({ type: 'message', text: 'Even on a holiday?' })
  await stage.untilRest()
  await stage.tell({ type: 'message', text: 'And you?', to: 'bert' })
  await stage.untilRest()
  await file(stage, 'follow-up')
})

test('a message during a run waits for the next member', async () => {
  const stage = new SimulatedSession({ model: says })
  await stage.create(runOf({ mode: 'sequential', members: duo }))
  await stage.play(50)
  await stage.tell({ type: 'message', text: 'Keep it short.' })
  await stage.untilRest()
  await file(stage, 'queued-message')
})

test('a paused run lets its calls finish, starts nothing, and resumes', async () => {
  const stage = new SimulatedSession({ model: says })
  await stage.create(runOf({ mode: 'sequential', members: duo }))
  await stage.tell({ type: 'pause' })
  await stage.untilRest()
  await stage.tell({ type: 'resume' })
  await stage.untilRest()
  await file(stage, 'pause-resume')
})

test('a stop aborts calls under way', async () => {
  const stage = new SimulatedSession({ model: () => [{ type: 'text', text: 'Well, ' }, 1_000, ...answers('yes.')] })
  await stage.create(runOf({ mode: 'broadcast', members: duo }))
  await stage.play(100)
  await stage.tell({ type: 'stop' })
  await stage.untilRest()
  await stage.tell({ type: 'reset' })
  await stage.untilRest()
  await file(stage, 'stop')
})

test('a turn limit ends a sequence with the results so far', async () => {
  await file(await played(says, { mode: 'sequential', members: trio, limits: { maxTurns: 2 } }), 'limit-turns')
})

test('a token limit leaves an agent its last words', async () => {
  const usage = { input: 700, cached: 0, output: 250 }
  const call = { type: 'call', tool: 'read', input: { target: 'plan.md' } } as const
  const model: Play = ({ tools }) =>
    tools.length > 0 ? [call, { type: 'finish', finish: 'tools', usage }] : answers('I read the plan.')
  await file(await played(model, { limits: { maxTotalTokens: 3_000 }, seat: { maxTokens: 300 } }), 'limit-tokens')
})

test('a cost limit stops the members for whom there is no money left', async () => {
  const settings = { models: { 'alpha/one': { price: { input: 10, output: 1_000 }, context: null } } }
  const limits = { maxCostUsd: 0.35 }
  const usage = { input: 100, cached: 0, output: 100 }
  const says: Play = ({ agent }) => [{ type: 'text', text: `${agent} says yes.` }, { type: 'finish', finish: 'stop', usage }]
  await file(await played(says, { mode: 'sequential', members: trio, limits, settings, seat: { maxTokens: 300 } }), 'limit-cost')
})

test('a time limit aborts the call under way and asks for the last words', async () => {
  const model: Play = ({ tools }) => (tools.length > 0 ? [{ type: 'text', text: 'Hm' }, 'hangs'] : answers('Not done.'))
  await file(await played(model, { limits: { maxDuration: 1 } }), 'limit-time')
})

test('a call is retried if the provider says so', async () => {
  const model: Play = (_request, call) =>
    call === 1 ? fails('rate_limited', { retryAfterMs: 20_000 }) : call === 2 ? fails('overloaded') : answers('Yes.')
  await file(await played(model), 'retry')
})

test('an empty reply is retried once', async () => {
  await file(await played(() => [{ type: 'finish', finish: 'stop', usage: null }]), 'empty-reply')
})

test('a wrong key ends the run with one message', async () => {
  await file(await played(() => fails('unauthorized', { retryable: false })), 'wrong-key')
})

const toolUser: Play = (_request, call) =>
  call === 1 ? wants(['read', 'plan.md'], ['write', 'plan.md'], ['fly', 'moon']) : answers('Done.')

test('tools are allowed, asked for, and answered', async () => {
  const stage = await played(toolUser)
  await stage.tell({ type: 'permit', ask: ask(stage), answer: 'once', by: 'person' })
  await stage.untilRest()
  await file(stage, 'tool-answered')
})

test('tools are denied by a rule, and by the user', async () => {
  const permissions = [{ layer: 'user', rules: { read: { '*': 'allow', 'plan.md': 'deny' }, write: 'ask' } }]
  const stage = await played(toolUser, { settings: { permissions } })
  await stage.tell({ type: 'permit', ask: ask(stage), answer: 'deny', by: 'person', reason: 'not today' })
  await stage.untilRest()
  await file(stage, 'tool-denied')
})

test('an ask that nobody answers expires to deny', async () => {
  const stage = await played(toolUser)
  await stage.play(25 * 3_600_000)
  await file(stage, 'tool-expired')
})

test('after a crash nobody knows whether a tool with effects has run, so it is not repeated', async () => {
  const permissions = [{ layer: 'user', rules: { read: 'allow', write: 'allow' } }]
  const stage = new SimulatedSession({ model: toolUser })
  await stage.create(runOf({ settings: { permissions } }))
  while (!stage.events.some(({ type, data }) => type === 'effect.started' && 'call' in data && data.call === 'c1-2')) await stage.play(50)
  await stage.restart()
  await stage.untilRest()
  await file(stage, 'tool-unknown')
})

test('a fork starts paused, and continues independently', async () => {
  const stage = await played(says, { mode: 'sequential', members: duo })
  const fork = SessionId.parse('01KE0000000000000000000002')
  const second = stage.events.find(({ type, agent }) => type === 'task.assigned' && agent === 'bert')?.seq ?? 0
  await stage.engine.fork(stage.session, second, fork)
  await stage.engine.resume(fork, { type: 'resume' })
  await stage.untilRest()
  await expect(transcript(stage.world.ledger(fork).events)).toMatchFileSnapshot('fork.txt')
})
