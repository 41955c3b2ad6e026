import { existsSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { actionOf } from '../../apps/vscode/src/chat/chat-action.ts'
import { agent, asking, complex, editor, everybody, finished, hand, last, minimal, report, with_ } from './agents.ts'

describe('configurations', () => {
  test('minimal: one agent answers and has no one to delegate to', async () => {
    const { run, asked } = await editor({ coordinator: ['Done.'] })
    const { events, warnings } = await run(minimal)
    expect([last(events).state, last(events).summary]).toEqual(['completed', 'Done.'])
    expect(asked[0]?.text).not.toContain('delegateWork')
    expect(warnings).toEqual([])
  })

  test('complex: each agent reads whom it may delegate to and for what, and has its own tools', async () => {
    const { run, asked } = await editor({
      coordinator: [hand('code-reviewer'), 'All done.'],
      'code-reviewer': [report('Reviewed.')],
    })
    expect(last((await run(complex)).events).summary).toBe('All done.')
    const [coordinator, reviewer] = asked
    expect(coordinator?.text).toContain('- **documentation-writer**: The work of a documentation-writer')
    expect(coordinator?.text).toContain('code-reviewer, documentation-writer, test-engineer')
    expect(reviewer?.text).not.toContain('documentation-writer')
    expect(coordinator?.tools).toEqual(['delegateWork'])
    expect([...(reviewer?.tools ?? [])].sort()).toEqual(['delegateWork', 'read', 'reportOut'])
  })

  test('invalid: unusable parts are left out with a warning each, and the rest answers', async () => {
    const { run, asked } = await editor({ ada: ['Still here.'] })
    const agents = [{ systemPrompt: 'No name.' }, agent('ada'), agent('Ada'), { name: 'bob', systemPrompt: 7 }]
    const { events, warnings } = await run({ agents, entryAgent: 'coordinator' })
    expect(last(events)).toMatchObject({ state: 'completed', summary: 'Still here.' })
    expect(warnings).toEqual([
      'convene.agents[0] has no name. It is skipped.',
      'convene.agents[2] ("Ada") uses a name that is already taken. It is skipped.',
      'convene.agents[3] ("bob") has no systemPrompt. It is skipped.',
      'convene.entryAgent: unknown agent "coordinator". ada answers first.',
    ])
    expect(asked).toHaveLength(1)
  })

  test('invalid: if nothing is left, the built-in team answers', async () => {
    const { run } = await editor({})
    const { events, warnings } = await run({ agents: [{ name: '' }] })
    expect(last(events).state).toBe('completed')
    expect(warnings[0]).toContain('convene.agents[0]')
  })

  test.each([
    ['its delegates', { delegationPermissions: { type: 'some' } }],
    ['its tools', { toolPermissions: { type: 'specific', tools: 'read' } }],
  ])('invalid: an agent that is wrong about %s is left out, and the others answer', async (_what, wrong) => {
    const { run } = await editor({ ada: ['Here.'] })
    const { events, warnings } = await run({ agents: [agent('bob', wrong), agent('ada')], entryAgent: 'bob' })
    expect(last(events)).toMatchObject({ state: 'completed', summary: 'Here.' })
    expect(warnings[0]).toContain('convene.agents[0] ("bob")')
  })
})

describe('scenarios', () => {
  test('Simple task without delegation', async () => {
    const { run, asked } = await editor({ coordinator: ['It is a queue.'] })
    const { events } = await run(complex, 'What is it?')
    expect(last(events)).toMatchObject({ state: 'completed', summary: 'It is a queue.' })
    expect(asked.map((request) => request.agent)).toEqual(['coordinator'])
    expect(asked[0]?.text).toContain('What is it?')
  })

  test('Single-level delegation', async () => {
    const { run, asked } = await editor({
      coordinator: [hand('documentation-writer'), 'Written.'],
      'documentation-writer': [report('The page is there.')],
    })
    const { events } = await run(complex)
    expect(finished(events)).toEqual(['documentation-writer', 'coordinator'])
    expect(asked.at(-1)?.text).toContain('The page is there.')
    expect(asked.at(-1)?.text).toContain('"type":"result"')
  })

  test('Multi-level delegation chain', async () => {
    const { run, asked } = await editor({
      coordinator: [hand('code-reviewer'), 'Reviewed and tested.'],
      'code-reviewer': [hand('test-engineer'), report('Good, and tested.')],
      'test-engineer': [report('All tests pass.')],
    })
    const { events } = await run(complex)
    expect(finished(events)).toEqual(['test-engineer', 'code-reviewer', 'coordinator'])
    expect(asked.map((request) => request.agent)).toEqual([
      'coordinator',
      'code-reviewer',
      'test-engineer',
      'code-reviewer',
      'coordinator',
    ])
  })

  test('Circular delegation prevention', async () => {
    const settings = {
      agents: [agent('coordinator', everybody), agent('helper', everybody)],
      entryAgent: 'coordinator',
    }
    const { run, asked } = await editor({
      coordinator: [hand('helper'), 'Done.'],
      helper: [hand('coordinator'), report('I did it alone.')],
    })
    const { events } = await run(settings)
    expect(finished(events)).toEqual(['helper', 'coordinator'])
    expect(asked.find(({ agent: name, text }) => name === 'helper' && text.includes('"result"'))?.text).toMatch(
      /loop|circular|chain/iu,
    )
  })

  test('Agent failure recovery', async () => {
    const { run, asked } = await editor({
      coordinator: [hand('code-reviewer'), 'Without a review.'],
      'code-reviewer': [new Error('The model broke.')],
    })
    const { events } = await run(complex)
    // There is an answer, and it says who did not contribute.
    expect(last(events)).toMatchObject({ state: 'cancelled', summary: 'Without a review.' })
    expect(asked.at(-1)?.text).toContain('The model broke.')
  })

  test('Tool access restriction', async () => {
    const { run, asked, folder } = await editor({
      coordinator: [hand('documentation-writer'), 'It could not.'],
      'documentation-writer': [[['write', { path: 'page.md', content: 'x' }]], report('I may not write.')],
    })
    const { events } = await run(complex)
    expect(last(events).state).toBe('completed')
    expect(asked.find(({ agent: name }) => name === 'documentation-writer')?.tools).toEqual(['reportOut'])
    expect(existsSync(folder.file('workspace/page.md'))).toBe(false)
  })

  test('Configuration update during execution', async () => {
    const started = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const before = async (name: string) => {
      if (name !== 'coordinator') return
      started.resolve()
      await goOn.promise
    }
    const cast = { coordinator: ['As it was configured.'], ada: ['As it is now.'] }
    const { start, run, ended } = await editor(cast, { before })
    const { id } = await start(minimal)
    await started.promise
    expect(last((await run({ agents: [agent('ada')] })).events).summary).toBe('As it is now.')
    goOn.resolve()
    expect(last(await ended(id)).summary).toBe('As it was configured.')
  })

  test('Entry agent failure: the run fails with the reason, and the next one works', async () => {
    const { run } = await editor({ coordinator: [new Error('No quota.'), 'Now it works.'] })
    const { events } = await run(minimal)
    expect(last(events).state).toBe('failed')
    expect(JSON.stringify(events)).toContain('No quota.')
    expect(last((await run(minimal)).events).summary).toBe('Now it works.')
  })
})

describe('every command of the chat', () => {
  test.each(['panel', 'plan', 'delegate', 'orchestrate', 'reflect', 'broadcast', 'sequential', 'agent'])(
    '/%s can be started with what the chat gives it, without agents in the settings',
    async (command) => {
      const { client } = await editor({})
      const deed = actionOf({ command, prompt: 'Why?', session: undefined, hasAgents: false })
      if (deed.kind !== 'start') throw new Error('It starts nothing.')
      const { mode, team, agents } = deed
      const input = { ...(mode && { mode }), ...(team && { team }), ...(agents && { agents: [...agents] }) }
      const preview = await client.preview({ goal: 'Why?', model: 'vscode/scripted', ...input })
      expect(preview).toMatchObject({ ok: true, value: { mode: command } })
    },
  )
})

describe('tools of the editor', () => {
  const wordCount = {
    name: 'word_count',
    description: 'Counts words.',
    input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  }

  test('are available to the agents that name them, once the user has agreed', async () => {
    const { start, client, ended, invoked } = await editor(
      { ada: [[['editor_word_count', { text: 'one two' }]], 'Two.'] },
      { tools: [wordCount] },
    )
    const { id } = await start({ agents: [agent('ada', with_('editor_word_count'))] })
    const ask = await asking(client, id)
    expect(ask).toMatchObject({ ask: { tool: 'editor_word_count' } })
    expect(ask.ask?.preview).toContain('"text": "one two"')
    await client.answerApproval({ id: ask.id, answer: 'once' })
    expect(last(await ended(id)).summary).toBe('Two.')
    expect(invoked).toEqual([{ session: id, tool: 'word_count', input: { text: 'one two' } }])
  })

  test('are not called with input that their schema does not allow', async () => {
    const { run, asked, invoked } = await editor(
      { ada: [[['editor_word_count', { bogus: 1 }]], 'Not counted.'] },
      { tools: [wordCount] },
    )
    const { events } = await run({ agents: [agent('ada', with_('editor_word_count'))] })
    expect(last(events).summary).toBe('Not counted.')
    expect(asked[1]?.text).toContain('text')
    expect(invoked).toEqual([])
  })
})

test('in an untrusted workspace agents have read-only tools, and its own settings have no effect', async () => {
  const { run, asked, folder } = await editor({ ada: ['Read.'] }, { trusted: false })
  writeFileSync(folder.file('workspace/AGENTS.md'), 'x')
  await run({ agents: [agent('ada', { toolPermissions: { type: 'all' } })] })
  expect(asked[0]?.tools).toContain('read')
  for (const tool of ['write', 'edit', 'patch', 'bash', 'webfetch', 'grep']) expect(asked[0]?.tools).not.toContain(tool)
})
