import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { serverProof } from '../security/proof.ts'
import { type Served, served } from '../server.fixture.ts'
import { findServer } from './find-server.ts'
import { writeRecord } from './record.ts'

async function started(): Promise<Served> {
  const server = await served()
  onTestFinished(() => server.remove())
  return server
}

type Answer = (path: string) => Promise<unknown>

/** Another program on a port of this machine, and everything it was sent. */
async function impostor(answer: Answer): Promise<{ readonly port: number; readonly heard: string[] }> {
  const heard: string[] = []
  const server = createServer(async (request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.rawHeaders)}`)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(await answer(request.url ?? '')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, heard }
}

const pretend = (home: string): Answer => {
  const health = { status: 'ok', version: '1.2.3', proof: '0'.repeat(64) }
  const status = { version: '1.2.3', startedAt: '', home, workspace: home, live: [] }
  return async (path) => (path.startsWith('/api/health') ? health : status)
}

const recorded = { pid: process.pid, host: '127.0.0.1', tokenFile: '' }

describe('the server of a data folder', () => {
  test('is found if it answers, and gives links that log in a browser', async () => {
    const { home, address, token } = await started()
    const found = await findServer(home, {})
    expect(found).toMatchObject({ address, token })
    const link = (await found?.linkOnce('/#/teams')) ?? ''
    expect(link).not.toContain(token)
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(303)
  })

  test('is not found if another program has its port, and that program never receives the token', async () => {
    const { home, token } = await started()
    const { port, heard } = await impostor(pretend(home))
    writeRecord(home, { ...recorded, port })
    expect(await findServer(home, {})).toBeUndefined()
    expect(heard).toHaveLength(1)
    expect(heard.join()).toContain('GET /api/health?challenge=')
    expect(heard.join()).not.toContain(token)
    expect(heard.join().toLowerCase()).not.toContain('authorization')
  })

  test('is not found if another program relays the proof of the real server', async () => {
    const server = await started()
    const { port, heard } = await impostor(async (path) => (await server.fetch(path)).json())
    writeRecord(server.home, { ...recorded, port })
    expect(await findServer(server.home, {})).toBeUndefined()
    expect(heard).toHaveLength(1)
  })

  test('is not found if another program takes its port right after its proof, and the token is not sent', async () => {
    const { home, token } = await started()
    const { port, heard } = await impostor(async (path) => {
      const { searchParams } = new URL(path, 'http://127.0.0.1')
      const challenge = searchParams.get('challenge')
      if (challenge === null) return pretend('another home')(path)
      const proof = serverProof(token, `127.0.0.1:${port}`, { challenge, boot: 'dead' })
      return { status: 'ok', version: '1.2.3', boot: 'dead', proof }
    })
    writeRecord(home, { ...recorded, port })
    expect(await findServer(home, {})).toBeUndefined()
    expect(heard).toHaveLength(2)
    expect(heard.join()).toContain('Bearer ')
    expect(heard.join()).not.toContain(token)
  })

  test('is not contacted if the process that wrote its address is gone', async () => {
    const { home } = await started()
    const { port, heard } = await impostor(pretend(home))
    const { pid } = spawnSync(process.execPath, ['--version'])
    writeRecord(home, { ...recorded, pid, port })
    expect(await findServer(home, {})).toBeUndefined()
    expect(heard).toEqual([])
  })

  test.each([null, 'ok', { proof: 7 }, { proof: '' }, {}])('is not found if the answer is %j', async (answer) => {
    const { home } = await started()
    const { port, heard } = await impostor(async () => answer)
    writeRecord(home, { ...recorded, port })
    expect(await findServer(home, {})).toBeUndefined()
    expect(heard).toHaveLength(1)
  })
})
