import { join } from 'node:path'
import { assert, type SessionId } from '@convene/domain'
import { prepareTeam, startSession } from '@convene/host'
import { answers, hangs, says, scriptedModel } from '@convene/testkit'
import { expect, test, vi } from 'vitest'
import { editor, spoken, writes } from './editor.fixture.ts'

test("one agent's answer is streamed, and the session can be continued", async () => {
  const { prompt, updates, about, configOptions } = await editor(scriptedModel(says('Because.'), says('Twice.')))
  expect(about.agentInfo).toMatchObject({ name: 'convene', version: '1.2.3' })
  expect(configOptions?.map(({ id, currentValue }) => [id, currentValue])).toEqual([
    ['mode', 'default'],
    ['team', 'default'],
    ['model', 'default'],
    ['reasoning', 'default'],
    ['maxCostUsd', 'default'],
  ])
  expect((await prompt('Why?')).stopReason).toBe('end_turn')
  expect(spoken(updates)).toBe('Because.')
  expect(updates.some(({ sessionUpdate }) => sessionUpdate === 'available_commands_update')).toBe(true)
  await prompt('And again?')
  expect(spoken(updates)).toBe('Because.Twice.')
  expect(updates.at(-1)).toMatchObject({ sessionUpdate: 'usage_update' })
})

test('each member works in a lane, and the result comes at the end in seat order', async () => {
  const model = scriptedModel(answers(({ agent }) => `I am ${agent}.`))
  const { prompt, updates } = await editor(model, {}, { team: 'quick-panel' })
  await prompt('/broadcast Who are you?')
  const lanes = updates.filter((update) => update.sessionUpdate === 'tool_call')
  expect(lanes.map(({ kind }) => kind)).toEqual(lanes.map(() => 'think'))
  expect(lanes.length).toBeGreaterThan(1)
  const ends = updates.filter((update) => update.sessionUpdate === 'tool_call_update' && update.status === 'completed')
  expect(ends).toHaveLength(lanes.length)
  expect(spoken(updates)).toMatch(/^## .+\n\nI am .+\n\n## /u)
})

test.each([
  ['once', true],
  ['session', true],
  ['deny', false],
])('the editor answers a permission ask with %s', async (option, isAllowed) => {
  const { prompt, updates, asked, cwd } = await editor(scriptedModel(writes, says('Done.')), { option: () => option })
  expect((await prompt('Write it.')).stopReason).toBe('end_turn')
  expect(asked.map(({ options }) => options.map(({ optionId }) => optionId))).toEqual([
    ['once', 'session', 'always', 'deny'],
  ])
  expect(asked[0]?.toolCall).toMatchObject({ kind: 'edit', title: expect.stringContaining('write a.txt') })
  expect(updates.find((update) => update.sessionUpdate === 'tool_call')).toMatchObject({
    content: [{ type: 'diff', path: join(cwd, 'a.txt'), oldText: null, newText: 'a' }],
  })
  const end = updates.find((update) => update.sessionUpdate === 'tool_call_update' && update.status !== 'in_progress')
  expect(end).toMatchObject({ status: isAllowed ? 'completed' : 'failed' })
})

test('a question that the user closes ends the turn; the ask waits, and is asked again with the next prompt', async () => {
  let option: string | undefined
  const { prompt, asked } = await editor(scriptedModel(writes, says('Done.')), { option: () => option })
  expect((await prompt('Write it.'))._meta).toMatchObject({ 'convene/waiting': 'permission' })
  option = 'once'
  await prompt('Go on.')
  expect(asked).toHaveLength(2)
})

test('read-only: an agent gets no tools that write, whatever the user would allow', async () => {
  const { prompt, asked } = await editor(
    scriptedModel(writes, says('No.')),
    { option: () => 'once' },
    { readOnly: true },
  )
  await prompt('Write it.')
  expect(asked).toEqual([])
})

test('a session that another agent started stays read-only when an editor continues it', async () => {
  const model = scriptedModel(says('Because.'), writes, says('No.'))
  const { prompt, asked, program, agent, cwd } = await editor(model, { option: () => 'once' })
  const caller = { program, by: 'mcp', allowChanges: false } as const
  const ready = await prepareTeam(caller, { agents: ['coder'], interactive: true })
  assert(ready.ok, 'the run is ready')
  const sessionId = (await program.ids()).next() as SessionId
  await startSession(program, sessionId, { type: 'create', goal: 'Why?', workspace: cwd, run: ready.value.start })
  await (await program.engine()).rested(sessionId)
  await agent.request('session/load', { sessionId, cwd, mcpServers: [] })
  await prompt('/agent Write it.', sessionId)
  expect(asked).toEqual([])
  const state = await (await program.engine()).state(sessionId)
  expect(state?.run?.settings).toMatchObject({ startedBy: 'acp', readOnly: true })
})

test('cancelling stops the run', async () => {
  const model = scriptedModel(hangs('Hm'))
  const { prompt, agent, sessionId } = await editor(model)
  const answered = prompt('Why?')
  await model.until(({ requests }) => requests.length > 0)
  await agent.notify('session/cancel', { sessionId })
  expect((await answered).stopReason).toBe('cancelled')
})

test('a cancel right after the prompt stops it before a model is called', async () => {
  const model = scriptedModel(says('Because.'))
  const { prompt, agent, sessionId } = await editor(model)
  const answered = prompt('Why?')
  await agent.notify('session/cancel', { sessionId })
  expect((await answered).stopReason).toBe('cancelled')
  expect(model.requests).toEqual([])
})

test('of two prompts at the same time, the second is refused', async () => {
  const { prompt } = await editor(scriptedModel(says('Because.'), says('Twice.')))
  const [first, second] = await Promise.allSettled([prompt('Why?'), prompt('And why?')])
  expect(first).toMatchObject({ status: 'fulfilled', value: { stopReason: 'end_turn' } })
  expect(second).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('another prompt') } })
})

test('cancelling while a permission is open ends the prompt as cancelled', async () => {
  const option = () => void opened.agent.notify('session/cancel', { sessionId: opened.sessionId })
  const opened = await editor(scriptedModel(writes, says('Done.')), { option })
  expect(await opened.prompt('Write it.')).toEqual({ stopReason: 'cancelled' })
  await opened.prompt('/status')
  expect(spoken(opened.updates)).toContain('Stopped')
})

test('an answer that cannot be stored is reported, and the ask waits', async () => {
  const { prompt, program, updates } = await editor(scriptedModel(writes, says('Done.')), { option: () => 'once' })
  const engine = await program.engine()
  const resume = engine.resume.bind(engine)
  vi.spyOn(engine, 'resume').mockImplementation(async (session, command) => {
    if (command?.type === 'permit') throw new Error('The disk is full.')
    return resume(session, command)
  })
  expect((await prompt('Write it.'))._meta).toMatchObject({ 'convene/waiting': 'permission' })
  expect(spoken(updates, 'agent_thought_chunk')).toContain('The disk is full.')
})

test('a gate is passed by a form if the editor has forms, and never by other words', async () => {
  const plan = JSON.stringify({ steps: [{ id: 's1', owner: 'coder', description: 'Look', acceptance: 'Seen' }] })
  const model = scriptedModel(
    answers(({ heading }) => (heading === 'Plan' ? plan : heading === 'Clarify' ? 'CLEAR: yes' : 'ACCEPT. Fine.')),
  )
  const forms: string[] = []
  const form = (message: string) => {
    forms.push(message)
    return { decision: 'approve' }
  }
  const withForms = await editor(model, { form })
  await withForms.prompt('/plan Look around.')
  expect(forms.length).toBeGreaterThan(0)
  const without = await editor(model)
  expect((await without.prompt('/plan Look around.'))._meta).toMatchObject({ 'convene/waiting': 'plan' })
  await without.prompt('yes, go ahead')
  expect(spoken(without.updates)).toMatch(/Use \/approve, or \/reject/u)
  expect((await without.prompt('/approve'))._meta).not.toHaveProperty('convene/waiting')
})

test('a panel, from its topic to its report, as an editor shows it', async () => {
  const form = () => ({ decision: 'approve', answer: 'Go ahead.' })
  const { prompt, updates } = await editor(undefined, { form }, { model: 'rehearsal/offline' })
  expect((await prompt('/panel Should we test?')).stopReason).toBe('end_turn')
  const lanes = updates.flatMap((update) => (update.sessionUpdate === 'tool_call' ? [update.title] : []))
  expect(lanes).toMatchSnapshot()
  const open = updates.filter((update) => update.sessionUpdate === 'tool_call').map(({ toolCallId }) => toolCallId)
  const ends = updates.flatMap((update) =>
    update.sessionUpdate === 'tool_call_update' && update.status === 'completed' ? [update.toolCallId] : [],
  )
  expect(ends.toSorted()).toEqual(open.toSorted())
  expect(spoken(updates)).toMatch(/^\*\*Undecided/u)
})

test('sessions are listed, loaded with their messages, resumed silently, and deleted', async () => {
  const { prompt, agent, sessionId, updates, cwd } = await editor(scriptedModel(says('Because.')))
  await prompt('Why?')
  const { sessions } = await agent.request('session/list', { cwd })
  expect(sessions).toMatchObject([{ sessionId, cwd, title: 'Why?' }])
  updates.length = 0
  await agent.request('session/resume', { sessionId, cwd, mcpServers: [] })
  expect(spoken(updates)).toBe('')
  await agent.request('session/load', { sessionId, cwd, mcpServers: [] })
  expect([spoken(updates, 'user_message_chunk'), spoken(updates)].map((text) => text.trim())).toEqual([
    'Why?',
    'Because.',
  ])
  await agent.request('session/delete', { sessionId })
  await expect(agent.request('session/load', { sessionId, cwd, mcpServers: [] })).rejects.toThrow()
})

test('the next run uses the reasoning level chosen in the editor, and the previous one kept its own', async () => {
  const defaults = { reasoning: 'low' }
  const { agent, sessionId, prompt, program } = await editor(scriptedModel(says('Because.'), says('So.')), {}, defaults)
  const level = async () => (await (await program.engine()).state(sessionId as SessionId))?.run?.settings.reasoning
  await prompt('/agent Why?')
  expect(await level()).toBe('low')
  const { configOptions } = await agent.request('session/set_config_option', {
    sessionId,
    configId: 'reasoning',
    value: 'high',
  })
  expect(configOptions.find(({ id }) => id === 'reasoning')).toMatchObject({
    currentValue: 'high',
    category: 'thought_level',
  })
  await prompt('/agent And then?')
  expect(await level()).toBe('high')
})

test('an invalid choice is refused, and a run that cannot start says why', async () => {
  const { agent, sessionId, prompt, updates } = await editor(scriptedModel())
  const set = (configId: string, value: string) =>
    agent.request('session/set_config_option', { sessionId, configId, value })
  await expect(set('mode', 'riot')).rejects.toThrow(/Unknown value "riot"/u)
  await set('mode', 'panel')
  await prompt('/team no-such-team Decide.')
  expect(spoken(updates)).toMatch(/no-such-team/u)
  await expect(prompt('Hi.', 'nobody')).rejects.toThrow()
})

/** One grey pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='

test('an image in the prompt is attached, and an invalid one refuses the prompt', async () => {
  const model = scriptedModel(says('A pixel.'), says('Still a pixel.'))
  const { prompt, updates, about } = await editor(model)
  expect(about.agentCapabilities?.promptCapabilities).toMatchObject({ image: true })
  const image = (data: string) => ({ type: 'image', data, mimeType: 'image/png', uri: 'file:///x/logo.png' }) as const
  await prompt('What is this?', undefined, [image(pixel)])
  await prompt('And this?', undefined, [image(pixel)])
  const shown = model.requests.map(({ lines }) => JSON.stringify(lines))
  expect(shown[0]).toMatch(/"name":"logo\.png"/u)
  expect(shown[1]?.match(/"name":"logo\.png"/gu)).toHaveLength(2)
  expect(JSON.stringify(shown)).not.toContain(pixel)
  const asked = model.requests.length
  await prompt('And that?', undefined, [image(Buffer.from([0, 1, 2]).toString('base64'))])
  expect(model.requests).toHaveLength(asked)
  expect(spoken(updates)).toContain('neither text nor an image')
})

test("a prompt's end reports its usage, and the next run's cost limit can be chosen", async () => {
  const { agent, sessionId, prompt, program } = await editor(scriptedModel(says('Because.'), says('So.')))
  const used = (response: object) => (response as { readonly usage: { readonly totalTokens: number } }).usage
  const first = used(await prompt('/agent Why?'))
  expect(first.totalTokens).toBeGreaterThan(0)
  await agent.request('session/set_config_option', { sessionId, configId: 'maxCostUsd', value: '2' })
  const second = used(await prompt('/agent And then?'))
  const state = await (await program.engine()).state(sessionId as SessionId)
  expect(state?.run?.limits.maxCostUsd).toBe(2)
  expect(first.totalTokens + second.totalTokens).toBe((state?.spent.input ?? 0) + (state?.spent.output ?? 0))
})
