import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jsonLines, newPlace, settingsFor, type TestFolders } from './launch.ts'

/** One grey pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='

let server: ModelServer
let place: TestFolders

beforeEach(async () => {
  server = await startModelServer()
  place = newPlace()
  writeFileSync(join(place.workspace, 'logo.png'), Buffer.from(pixel, 'base64'))
})

afterEach(async () => {
  await server.close()
  place.remove()
})

/** The same model, with or without vision. */
function connect(images: boolean): void {
  const settings = settingsFor(server) as { providers: { [name: string]: object } }
  const providers = Object.entries(settings.providers).map(([name, provider]) => [name, { ...provider, images }])
  place.settings({ ...settings, providers: Object.fromEntries(providers) })
}

const sent = (number: number): string => JSON.stringify(server.requests[number]?.body ?? '')

describe('pictures', () => {
  test('that are attached are shown to a model with vision, and their bytes are not in the log', async () => {
    connect(true)
    const { code, stdout } = await place.convene('run', 'What is this?', '--attach', 'logo.png', '--json')
    expect(code).toBe(0)
    expect(sent(0)).toContain(pixel)
    expect(stdout).not.toContain(pixel)
    const [message] = jsonLines(stdout).filter(({ type }) => type === 'message')
    expect(message).toMatchObject({ data: { images: [{ name: 'logo.png', mediaType: 'image/png', width: 1 }] } })
  })

  test('that are read are shown with the result, even after the session was forked and the original deleted', async () => {
    connect(true)
    server.script([
      on(
        { heading: 'Respond' },
        { calls: [{ name: 'read', input: { path: 'logo.png' } }], finish: 'tools' },
        { text: 'A pixel.' },
      ),
      on({ heading: 'Follow-up' }, { text: 'Still a pixel.' }),
    ])
    const { stdout } = await place.convene('run', 'Look at logo.png', '--json')
    const id = String(jsonLines(stdout)[0]?.session)
    expect(sent(1)).toContain(pixel)
    const forked = await place.convene('sessions', 'fork', id, '--json')
    await place.convene('sessions', 'delete', id, '--yes')
    const fork = /[0-9A-Z]{26}/u.exec(forked.stdout.replaceAll(id, ''))?.[0] ?? ''
    const asked = await place.convene('ask', fork, 'And now?')
    expect(asked.code).toBe(0)
    expect(sent(2)).toContain(pixel)
  })

  test('are described in words to a model without vision', async () => {
    connect(false)
    const { code } = await place.convene('run', 'What is this?', '--attach', 'logo.png')
    expect(code).toBe(0)
    expect(sent(0)).not.toContain(pixel)
    expect(sent(0)).toContain('logo.png: PNG image, 1 × 1 pixels')
  })

  test('are refused before anything is asked if they are not pictures', async () => {
    connect(true)
    writeFileSync(join(place.workspace, 'a.bin'), Buffer.from([1, 0, 2]))
    const { code, stderr } = await place.convene('run', 'What is this?', '--attach', 'a.bin')
    expect(code).toBe(2)
    expect(stderr).toContain('neither text nor a PNG, JPEG, GIF or WebP image')
    expect(server.requests).toHaveLength(0)
  })
})
