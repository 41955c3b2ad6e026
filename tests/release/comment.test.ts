import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { temporaryFolder } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { step, token } from './step.ts'

type Comment = { readonly id: number; body: string; readonly user: { readonly type: string } }

/** The part of GitHub's API that the comment needs. */
async function github(comments: Comment[], refuses = false) {
  const calls: string[] = []
  const api = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      calls.push(`${request.method} ${request.url?.split('?')[0]}`)
      if (refuses || request.headers.authorization !== `Bearer ${token}`) return response.writeHead(403).end('{}')
      if (request.method === 'GET') return response.end(JSON.stringify(comments))
      const { body } = JSON.parse(Buffer.concat(chunks).toString()) as { body: string }
      const id = Number(request.url?.split('/').at(-1))
      const known = comments.find((comment) => comment.id === id)
      if (known) known.body = body
      else comments.push({ id: comments.length + 1, body, user: { type: 'Bot' } })
      return response.end('{}')
    })
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void api.close())
  const folder = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  writeFileSync(
    folder.file('event.json'),
    JSON.stringify({ pull_request: { number: 7, head: { sha: 'abcdef0123456789' } } }),
  )
  writeFileSync(folder.file('review.md'), 'No findings.\n')
  const environment = {
    GITHUB_API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    GITHUB_REPOSITORY: 'ada/shop',
    GITHUB_EVENT_PATH: folder.file('event.json'),
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_RUN_ID: '99',
    INPUT_ANSWER: folder.file('review.md'),
    INPUT_MODEL: 'acme/gpt',
    INPUT_COST: '0.125',
    INPUT_TOKEN: token,
  }
  const post = (changed: object = {}) => step('comment.mjs', { ...environment, ...changed }, folder.path)
  return { calls, post }
}

describe('the comment', () => {
  test('is written once and updated after that, whatever others write', async () => {
    const stranger: Comment = { id: 1, body: '<!-- convene-review -->\nhello', user: { type: 'User' } }
    const comments = [stranger]
    const { calls, post } = await github(comments)
    expect((await post()).code).toBe(0)
    expect((await post()).code).toBe(0)
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([
      'POST /repos/ada/shop/issues/7/comments',
      'PATCH /repos/ada/shop/issues/comments/2',
    ])
    expect(comments.map(({ body }) => body)).toEqual([stranger.body, expect.stringContaining('No findings.')])
  })

  test('names commit, model, cost and run', async () => {
    const comments: Comment[] = []
    await (await github(comments)).post()
    const link = '[run](https://github.com/ada/shop/actions/runs/99)'
    expect(comments[0]?.body).toContain(`Commit abcdef01 · acme/gpt · $0.1250 · ${link}`)
  })

  test('replaces the findings of an earlier commit if the review fails', async () => {
    const comments: Comment[] = []
    const { post } = await github(comments)
    await post()
    expect((await post({ INPUT_ANSWER: '', INPUT_COST: '' })).code).toBe(0)
    expect(comments.map(({ body }) => body)).toEqual([expect.stringContaining('This commit was not reviewed.')])
    expect(comments[0]?.body).not.toContain('No findings.')
  })

  test('says which permission it needs', async () => {
    const { post } = await github([], true)
    expect(await post()).toMatchObject({ code: 1, stderr: expect.stringContaining('pull-requests: write') })
  })
})
