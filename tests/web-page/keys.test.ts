import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fakeProgram, faultNamed, type ModelServer, startModelServer } from '@convene/testkit'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { given, type Served } from '../../apps/server/src/server.fixture.ts'
import { accessProblems } from './check-access.ts'
import { goTo, openPage, startBrowser } from './open-page.ts'
import { realProgram } from './real-program.ts'
import { picture } from './stories/visit.ts'
import { goal, stories } from './surface-stories.ts'

const browser = await startBrowser()
const keychain = fakeProgram('secret-tool')
let program: Served
let models: ModelServer

beforeAll(async () => {
  const PATH = `${keychain.folder}:${process.env.PATH}`
  models = await startModelServer({ models: ['gpt-test', 'gpt-test-mini'] })
  const address = { OPENAI_BASE_URL: `${models.url}/v1` }
  const environment = { PATH, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/nowhere/bus', ...address }
  program = await realProgram({}, { environment })
})
afterAll(async () => {
  await program.remove()
  await models.close()
  keychain.remove()
})

async function open() {
  const page = await openPage(browser as Browser, program.link)
  await page.getByLabel('Goal').waitFor()
  await goTo(page, '/settings/models')
  await page.getByRole('navigation', { name: 'Settings' }).waitFor()
  return page
}

/** Every response the page received, to check for what must never be in one. */
function answersTo(page: Page): () => Promise<string> {
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    // An event stream has no end to wait for.
    const isFeed = response.headers()['content-type']?.startsWith('text/event-stream')
    if (!isFeed) answers.push(response.text().catch(() => ''))
  })
  return async () => (await Promise.all(answers)).join('\n')
}

/** Pastes a text into a field, as from the clipboard. */
const paste = (page: Page, label: string, text: string) =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', ${JSON.stringify(text)})
    const field = document.querySelector(${JSON.stringify(`[aria-label="${label}"]`)})
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)

/** A server in front of the models that answers nobody without this key. */
async function gateway(key: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${key}`
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
    const headers = { 'content-type': 'application/json' }
    const answer = isKnown
      ? await fetch(`${models.url}${request.url}`, { method: request.method ?? 'GET', headers, ...body })
      : undefined
    response.writeHead(answer?.status ?? 401, { 'content-type': answer?.headers.get('content-type') ?? 'text/plain' })
    response.end(answer ? Buffer.from(await answer.arrayBuffer()) : 'no')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function deletesKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete the OpenAI key' }).click()
  await expect.poll(() => page.getByText('Stored in the keychain', { exact: true }).count()).toBe(0)
}

describe.runIf(browser)('provider keys', () => {
  test('are stored in the keychain, and never shown again', async () => {
    const page = await open()
    const answers = answersTo(page)
    const secret = 'sk-not-a-real-key-1234567890'
    await page.getByText('Stored in the desktop keychain (Secret Service).').waitFor()
    await page.getByLabel('OpenAI key', { exact: true }).fill(secret)
    await page.getByRole('button', { name: 'Save the OpenAI key' }).click()
    await page.getByText('Stored in the keychain', { exact: true }).waitFor()
    await picture(page, 'settings-models')
    await page.reload()
    await page.getByText('Stored in the keychain', { exact: true }).waitFor()
    expect(await page.content()).not.toContain(secret)
    expect(
      await page.evaluate(`JSON.stringify([...document.querySelectorAll('input')].map((i) => i.value))`),
    ).not.toContain(secret)
    expect(await answers()).toContain('OPENAI_API_KEY')
    expect(await answers()).not.toContain(secret)
    expect(keychain.arguments()).not.toContain(secret)
    await deletesKey(page)
    await page.context().close()
  })

  test('are tried when pasted, ask for the model of a custom server, and lead to a first result', async () => {
    const page = await open()
    const field = page.getByLabel('OpenAI key', { exact: true })
    await field.waitFor()
    models.script(() => faultNamed('status-401') ?? {})
    await paste(page, 'OpenAI key', 'sk-wrong')
    await page.getByRole('alert').getByText('The key could not be confirmed, and was not saved').waitFor()
    expect(await page.getByText('Stored in the keychain', { exact: true }).count()).toBe(0)
    models.script(() => ({ text: 'OK' }))
    await field.fill('sk-right')
    await page.getByRole('button', { name: 'Save the OpenAI key' }).click()
    await page.getByText('Connected: 2 models. Which one should answer?').waitFor()
    expect(await page.getByLabel('Model', { exact: true }).last().inputValue()).toBe('openai/gpt-test')
    expect(await accessProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Use this model' }).click()
    await page.getByText('Connected: 2 models, default openai/gpt-test').waitFor()
    await page.getByRole('link', { name: 'Start your first panel' }).click()
    await page.getByText('All seats use one model: they vote, they do not debate.').waitFor()
    models.script(stories.panel?.rules ?? [])
    await page.getByLabel('Goal').fill(goal)
    // A newcomer takes the defaults: the outcome that the question asks for. It holds its options, so nothing waits.
    await page.getByRole('button', { name: /^Decision · 3 seats/u }).waitFor()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('status').getByText('Done').waitFor()
    await page.getByRole('link', { name: 'Result', exact: true }).click()
    await page.getByRole('region', { name: 'Answer' }).getByText('Move to Postgres').first().waitFor()
    await page
      .getByText(/^\d : \d|^unanimous/u)
      .first()
      .waitFor()
    await picture(page, 'first-result')
    const { sources } = given(await program.client.settings())
    const digest = sources.find(({ layer }) => layer === 'user')?.digest ?? null
    given(await program.client.saveSettings({ digest, changes: [{ path: ['model'] }] }))
    await program.client.deleteKey({ variable: 'OPENAI_API_KEY' })
    await page.context().close()
  })

  test('of a provider just added can be pasted and tested at once, and its models are counted once', async () => {
    models.script(() => ({ text: 'OK' }))
    const page = await open()
    await page.getByText('Add a provider').click()
    await page.getByLabel('Name', { exact: true }).fill('local')
    await page.getByLabel('Address', { exact: true }).fill(`${await gateway('sk-of-local')}/v1`)
    await page.getByLabel('Key variable').fill('LOCAL_API_KEY')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('needs LOCAL_API_KEY').waitFor()
    await page.getByLabel('local key', { exact: true }).waitFor()
    await paste(page, 'local key', 'sk-of-local')
    await page.getByText('Connected: 2 models').waitFor()
    const row = page.getByRole('listitem').filter({ hasText: /^localStored in the keychain2 modelsReady/u })
    await row.waitFor()
    expect(await page.getByText('Nothing leaves this machine').count()).toBe(0)
    await picture(page, 'settings-new-provider')
    const { sources } = given(await program.client.settings())
    const digest = sources.find(({ layer }) => layer === 'user')?.digest ?? null
    given(await program.client.deleteKey({ variable: 'LOCAL_API_KEY' }))
    given(await program.client.saveSettings({ digest, changes: [{ path: ['providers'] }] }))
    await page.context().close()
  })

  test('of any provider go into one box, which knows whose they are and stores none that fails', async () => {
    const page = await open()
    const box = page.getByLabel('Key of any provider')
    await box.waitFor()
    models.script(() => faultNamed('status-401') ?? {})
    await paste(page, 'Key of any provider', 'sk-proj-wrong')
    await page.getByRole('alert').getByText('The key could not be confirmed, and was not saved').waitFor()
    expect(await page.getByText('Stored in the keychain', { exact: true }).count()).toBe(0)
    models.script(() => ({ text: 'OK' }))
    await box.fill('AIza-typed')
    await page.getByRole('button', { name: 'Connect Google' }).waitFor()
    await box.fill('0123456789abcdef')
    expect(await page.getByRole('button', { name: 'Connect', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('combobox', { name: 'Provider of the key' }).click()
    await page.getByRole('option', { name: 'Mistral' }).click()
    await page.getByRole('button', { name: 'Connect Mistral' }).waitFor()
    await box.fill('sk-proj-right')
    await page.getByRole('button', { name: 'Connect OpenAI' }).click()
    await page.getByText('Stored in the keychain', { exact: true }).waitFor()
    await page
      .getByText('Add a second model. Panels of different models debate. Copies of one model only vote.')
      .waitFor()
    expect(await page.getByText('No model is connected').count()).toBe(0)
    expect(await accessProblems(page)).toEqual([])
    await picture(page, 'settings-connect')
    await deletesKey(page)
    await page.context().close()
  })

  test('move from the file, and offer the file if the keychain refuses', async () => {
    models.script(() => ({ text: 'OK' }))
    const keys = join(program.home, 'keys.json')
    writeFileSync(keys, JSON.stringify({ MISTRAL_API_KEY: 'sk-of-mistral' }), { mode: 0o600 })
    const page = await open()
    await page.getByRole('button', { name: 'Move to the keychain' }).click()
    await expect.poll(() => page.getByText('Some keys are still in the file').count()).toBe(0)
    await page.getByText('Stored in the keychain', { exact: true }).waitFor()
    expect(readFileSync(keys, 'utf8')).not.toContain('sk-of-mistral')
    const script = readFileSync(keychain.command, 'utf8')
    writeFileSync(keychain.command, '#!/bin/sh\n[ "$1" = store ] && { echo "is locked" >&2; exit 1; }\nexit 1\n')
    await page.getByLabel('OpenAI key', { exact: true }).fill('sk-for-the-file')
    await page.getByRole('button', { name: 'Save the OpenAI key' }).click()
    await page.getByText(/refused: is locked\. Unlock it/u).waitFor()
    await picture(page, 'settings-locked')
    await page.getByRole('button', { name: 'Save it in a file instead' }).click()
    await page.getByText('Stored in the file', { exact: true }).waitFor()
    expect(statSync(keys).mode & 0o077).toBe(0)
    writeFileSync(keychain.command, script)
    await page.getByRole('button', { name: 'Delete the OpenAI key' }).click()
    await expect.poll(() => page.getByText('Stored in the file', { exact: true }).count()).toBe(0)
    await page.context().close()
  })
})
