import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultNamed, type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jsonLines, lacksTerminals, newPlace, settingsFor, type TestFolders } from './launch.ts'

let server: ModelServer
let place: TestFolders

beforeEach(async () => {
  server = await startModelServer()
  place = newPlace()
  place.settings(settingsFor(server))
})

afterEach(async () => {
  await server.close()
  place.remove()
})

describe('run', () => {
  test('only the answer goes to standard output, progress goes to standard error', async () => {
    server.script([on({ heading: 'Respond' }, { text: '# Yes\n\nBecause it is small.' })])
    const { code, stdout, stderr } = await place.convene('run', 'Is it small?')
    expect({ code, stdout }).toEqual({ code: 0, stdout: '# Yes\n\nBecause it is small.\n' })
    expect(stderr).toContain('Coder answered')
    expect(stderr).toMatch(/convene ask [0-9A-Z]{8} /u)
  })

  test('a picked answer is named when the session is shown; other modes have nothing to pick', async () => {
    await place.convene('run', 'Why?', '--agents', 'coder,tester', '--mode', 'broadcast')
    const [session] = JSON.parse((await place.convene('sessions', '--json')).stdout) as { id: string }[]
    const id = session?.id ?? ''
    expect(await place.convene('pick', id, 'tester')).toMatchObject({ code: 0 })
    expect((await place.convene('sessions', 'show', id)).stdout).toMatch(/Picked m\d as the result/u)
    await place.convene('run', 'And?', '--agents', 'coder', '--mode', 'agent', '--session', id)
    expect(await place.convene('pick', id, 'coder')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Only a broadcast has several answers'),
    })
  })

  test('--reasoning reaches the model, and a level that does not exist is refused', async () => {
    server.script([on({ heading: 'Respond' }, { text: 'Yes.' })])
    expect(await place.convene('run', 'Is it small?', '--reasoning', 'low')).toMatchObject({ code: 0 })
    expect(server.requests.find(({ messages }) => messages.length > 0)?.body).toMatchObject({ reasoning_effort: 'low' })
    expect(await place.convene('run', 'Is it small?', '--reasoning', 'huge')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('off, low, medium, high'),
    })
  })

  test('answers of a broadcast are in seat order, whichever comes first', async () => {
    const late = Promise.withResolvers<void>()
    server.script([
      on({ agent: 'Architect' }, async () => {
        await late.promise
        return { text: 'Last to answer.' }
      }),
      on({ agent: 'Security' }, () => {
        late.resolve()
        return { text: 'First to answer.' }
      }),
    ])
    const { code, stdout } = await place.convene('run', 'Who?', '--agents', 'architect,security')
    expect(code).toBe(0)
    expect(stdout).toBe('## Architect\n\nLast to answer.\n\n## Security\n\nFirst to answer.\n')
  })

  test('with --json every line of standard output is an event, numbered without gaps', async () => {
    const { code, stdout } = await place.convene(
      'run',
      'Why?',
      '--agents',
      'coder,tester',
      '--mode',
      'sequential',
      '--json',
    )
    const events = jsonLines(stdout)
    expect(code).toBe(0)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events[0]).toMatchObject({ type: 'session.created', v: 1, batch: 1 })
    expect(events.at(-1)).toMatchObject({ type: 'run.finished', data: { state: 'completed', reason: 'done' } })
  })

  test('deltas are sent only on request, and add up to the answer', async () => {
    server.script([on({}, { text: 'one two three four', parts: 4 })])
    const { stdout } = await place.convene('run', 'Count.', '--json', '--deltas')
    const lines = jsonLines(stdout)
    const deltas = lines.filter(({ type }) => type === 'delta')
    expect(deltas.map(({ data }) => (data as { text: string }).text).join('')).toBe('one two three four')
    expect(deltas[0]).toMatchObject({ agent: 'coder', task: expect.any(String), data: { effect: expect.any(String) } })
    const without = await place.convene('run', 'Count.', '--json')
    expect(jsonLines(without.stdout).some(({ type }) => type === 'delta')).toBe(false)
  })

  test('a wrong key fails the run and says where the key comes from', async () => {
    server.script(() => faultNamed('status-401') ?? {})
    place.settings({ model: 'openai/gpt-5', providers: { openai: { baseURL: `${server.url}/v1`, api: 'chat' } } })
    const launched = place.launch(['run', 'Hello?'], { environment: { OPENAI_API_KEY: 'sk-wrong-0123456789' } })
    const { code, stdout, stderr } = await launched.ended
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('OPENAI_API_KEY')
    expect(stderr).not.toContain('sk-wrong')
    expect(stderr).not.toMatch(/\n\s+at /u)
  })

  test('a server that is down is retried, then fails the run and is named', async () => {
    const nobody = await startModelServer()
    place.settings(settingsFor(nobody))
    await nobody.close()
    const { code, stdout, stderr } = await place.convene('run', 'Is anybody there?')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('Retrying in')
    expect(stderr).toContain(`Nothing answers at ${nobody.url}/v1`)
    expect(stderr).toMatch(/convene run 'Is anybody there\?' --session [0-9A-Z]{8}/u)
  })

  test('a limit that leaves a member unasked exits 3 and says how many answered', async () => {
    const { code, stderr } = await place.convene(
      'run',
      'Go.',
      '--agents',
      'coder,tester',
      '--mode',
      'sequential',
      '--max-turns',
      '1',
    )
    expect(code).toBe(3)
    expect(stderr).toContain('Incomplete: turn limit reached, 1 of 2 answered')
    expect(stderr).toMatch(/ask Tester again +convene ask [0-9A-Z]{8} --to tester Go\./u)
  })

  test('a cost limit needs a known price, and the refusal says how to set one', async () => {
    const { code, stderr } = await place.convene('run', 'Go.', '--max-cost', '1', '--model', 'local/gpt-9')
    expect(code).toBe(2)
    expect(stderr).toContain('"price"')
    expect(server.requests).toHaveLength(0)
  })

  test('attached files are quoted under the goal; the goal itself can come from standard input', async () => {
    writeFileSync(join(place.workspace, 'change.diff'), '- old\n+ new\n```\nnot the end\n')
    const { code } = await place.launch(['run', '-', '--attach', 'change.diff'], { input: 'Review this.\n' }).ended
    expect(code).toBe(0)
    const said = server.requests[0]?.messages.at(-1)?.text ?? ''
    expect(said).toContain('Review this.')
    expect(said).toContain('Attachment "change.diff":\n````\n- old\n+ new\n```\nnot the end\n````')
  })

  test("a model's output cannot control the terminal", async () => {
    const hostile =
      'Look: \u001b]0;owned\u0007\u001b[2J\u001b[31mred\u001b[0m \u202egnp.exe\u202c \u009b1mbold\u0007 end'
    server.script([on({}, { text: hostile })])
    const ran = await place.convene('run', `Goal \u001b[5mblinks\u001b]8;;http://x\u0007`)
    const listed = await place.convene('sessions')
    const id = /ask ([0-9A-Z]{8})/u.exec(ran.stderr)?.[1] ?? ''
    const shown = await place.convene('sessions', 'show', id)
    const asJson = await place.convene('sessions', 'show', id, '--json')
    expect(ran.stdout).toBe('Look: red gnp.exe bold end\n')
    for (const text of [ran.stdout, ran.stderr, listed.stdout, shown.stdout, asJson.stdout])
      expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u)
    const answer = jsonLines(asJson.stdout).find(({ id: message }) => message === 'm2')
    expect(answer).toMatchObject({ data: { text: hostile } })
  })
})

describe('without a connected model', () => {
  beforeEach(() => place.settings({}))

  const unbuilt = () => ({ CONVENE_PAGES: join(place.home, 'not-built') })

  test.each([[['run', 'Why a queue?']], [['run', 'Why a queue?', '--json']], [[]]])(
    'convene %j without a terminal does not pass extracts off as an answer',
    async (words) => {
      const { code, stdout, stderr } = await place.launch(words, { environment: unbuilt() }).ended
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toContain('No model is connected. To connect a model, set ANTHROPIC_API_KEY')
      expect(stderr).toContain('To rehearse without a model, use --model rehearsal/offline.')
      expect(JSON.parse((await place.convene('sessions', '--json')).stdout)).toEqual([])
    },
  )

  test('a rehearsal requested by name runs without a terminal', async () => {
    const { code, stdout } = await place.convene('run', 'Why a queue?', '--model', 'rehearsal/offline')
    expect(code).toBe(0)
    expect(stdout).toContain('notes.md')
  })

  test.skipIf(lacksTerminals())('a rehearsal runs at a terminal and says how to connect', async () => {
    const { code, stdout, stderr } = await place.launch([], { environment: unbuilt(), attended: true }).ended
    expect(code).toBe(0)
    expect(stdout).toContain('notes.md')
    expect(stderr).toContain('Rehearsal: the answers only quote')
    expect(stderr).toContain('ANTHROPIC_API_KEY')
  })

  test.skipIf(lacksTerminals())('a build machine with a terminal counts as unattended', async () => {
    const { code } = await place.launch(['run', 'Why?'], { environment: { CI: 'true' }, attended: true }).ended
    expect(code).toBe(2)
  })

  test('a key for another address without a model name is refused with the models the server lists', async () => {
    const server = await startModelServer({ models: ['llama-test', 'qwen-test'] })
    const environment = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${server.url}/v1` }
    const { code, stderr } = await place.launch(['run', 'Why a queue?'], { environment }).ended
    await server.close()
    expect(code).toBe(2)
    expect(stderr).toContain('no model is selected. Choose one with --model openai/<name>')
    expect(stderr).toContain('--model openai/llama-test (or openai/qwen-test)')
    expect(stderr).not.toContain('No model is connected')
  })

  test('a key in the workspace is never read', async () => {
    writeFileSync(join(place.workspace, '.env'), 'OPENAI_API_KEY=sk-from-the-workspace\n')
    const { code, stderr } = await place.convene('run', 'Hello?', '--model', 'openai/gpt-5')
    expect(code).toBe(2)
    expect(stderr).toContain('OPENAI_API_KEY')
  })
})
