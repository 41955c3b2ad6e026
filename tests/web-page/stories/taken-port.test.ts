import { createServer, type IncomingMessage } from 'node:http'
import type { Route } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type OpenedPage, startBrowser } from '../open-page.ts'
import { realServer } from './real-server.ts'
import { look, visit } from './visit.ts'

const browser = await startBrowser()

/** Another program that accepts every request. */
async function impostor(port: number) {
  const heard: IncomingMessage[] = []
  const server = createServer((request, response) => {
    heard.push(request)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ status: 'ok', version: '0.0.0', proof: '0'.repeat(64), items: [], next: null }))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  onTestFinished(close)
  return { heard, close }
}

/** Whether the page's prefetched parts are here: browsers request them on their own, from any program on the port. */
const isWholeHere = `(() => {
  const names = performance.getEntriesByType('resource').map(({ name }) => name)
  const wanted = Array.from(document.querySelectorAll('link[href]'), ({ href }) => href)
  const parts = ['session-screen', 'run-details']
  return parts.every((part) => names.some((name) => name.includes(part))) && wanted.every((href) => names.includes(href))
})()`

const keyOf = (page: OpenedPage): Promise<unknown> => page.evaluate(`localStorage.getItem('convene.page-key')`)

const isHealth = ({ method, url }: IncomingMessage): boolean =>
  /^GET \/api\/health\?challenge=[0-9a-f]{48}$/u.test(`${method} ${url}`)

/** The server's answer to a replayed call, with all its headers. */
async function repeated(port: number, { method = 'GET', url = '/', headers }: IncomingMessage): Promise<number> {
  const { cookie = '', 'x-convene-page': pass } = headers
  const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
    method,
    headers: { cookie, 'x-convene-page': String(pass), 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: '{}' }),
  })
  return answer.status
}

describe.runIf(browser)('if another program takes the port of a server that was killed,', () => {
  test('an open page sends it neither cookie nor key, and works again once reloaded from the server', async () => {
    const server = await realServer()
    const page = await visit(browser, server.link)
    await page.getByText('No sessions yet').waitFor()
    expect(new URL(page.url()).hash).not.toContain('key')
    await expect.poll(() => page.evaluate(isWholeHere)).toBe(true)
    const key = await keyOf(page)
    expect(key).toMatch(/^[\w-]{43}$/u)

    await server.kill()
    const { heard, close } = await impostor(server.port)
    await expect.poll(() => heard.some(isHealth)).toBe(true)
    // From here on, nothing was signed before the kill.
    const before = heard.length
    await page.getByLabel('Goal').fill('Who reads this?')
    await page.keyboard.press('Control+Enter')
    await page.getByText('does not know this page').first().waitFor()
    await look(page, 'taken-port')
    expect(heard.length).toBeGreaterThan(before)
    for (const request of heard.slice(before)) {
      expect([request.method, request.url, isHealth(request)]).toEqual(['GET', request.url, true])
      expect(request.headers.cookie).toBeUndefined()
    }
    expect(JSON.stringify(heard.map(({ headers }) => headers))).not.toContain(key)

    await close()
    await server.again()
    await page.reload()
    await page.getByText('No sessions yet').waitFor()
    expect(page.complaints).toEqual([])
  })

  test('a call that was signed before the kill gives it nothing that the server accepts again', async () => {
    const server = await realServer()
    const page = await visit(browser, server.link)
    await page.getByText('No sessions yet').waitFor()
    await expect.poll(() => page.evaluate(isWholeHere)).toBe(true)
    const key = await keyOf(page)
    let stranger: Awaited<ReturnType<typeof impostor>> | undefined
    const takePort = async (route: Route) => {
      await server.kill()
      stranger = await impostor(server.port)
      await route.continue()
    }
    await page.route(/\/api\/(?!health)/u, takePort, { times: 1 })
    await page.getByLabel('Goal').fill('Who reads this?')
    await page.keyboard.press('Control+Enter')
    const calls = () => (stranger?.heard ?? []).filter((request) => !isHealth(request))
    await expect.poll(() => calls().length).toBeGreaterThan(0)
    expect(JSON.stringify(calls().map(({ headers }) => headers))).not.toContain(key)
    await page.getByText('Another program answered. Is Convene still running?').first().waitFor()
    expect(await page.getByLabel('Goal').inputValue()).toBe('Who reads this?')

    await stranger?.close()
    await server.again()
    for (const call of calls()) expect(await repeated(server.port, call)).toBe(401)
  })

  test('a page with the cookie but no key says how to get access', async () => {
    const server = await realServer()
    const page = await visit(browser, server.link)
    await page.getByText('No sessions yet').waitFor()
    await page.evaluate(`localStorage.removeItem('convene.page-key')`)
    await page.reload()
    await page.getByText('This page is not authorized').waitFor()
    await look(page, 'not-let-in')
    await page.goto(server.link)
    await page.getByText('No sessions yet').waitFor()
  })
})
