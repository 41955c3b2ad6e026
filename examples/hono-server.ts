// A team behind an HTTP server: POST /ask streams what happens, GET /answers/:session reads the result again,
// and first continues a run that was interrupted.
// Needs a key, such as ANTHROPIC_API_KEY. Put your own sign-in in front: anyone who can reach this spends your money.

import { ConveneError, convene } from '@convene/cli/sdk'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'

const team = convene({ workspace: '.' })
const Question = z.object({ question: z.string().min(1).max(4_000) })

const app = new Hono()
  .post('/ask', async (context) => {
    const asked = Question.safeParse(await context.req.json().catch(() => undefined))
    if (!asked.success) return context.json({ error: 'Send { "question": "…" }.' }, 400)
    const left = new AbortController()
    const run = await team.run({
      goal: asked.data.question,
      agents: ['architect', 'devils-advocate'],
      mode: 'broadcast',
      limits: { maxCostUsd: 0.2 },
      readOnly: true,
      signal: left.signal,
    })
    return streamSSE(context, async (stream) => {
      stream.onAbort(() => left.abort())
      for await (const { type, agent } of run) await stream.writeSSE({ event: type, data: agent ?? '' })
      await stream.writeSSE({ event: 'result', data: JSON.stringify(await run.result) })
    })
  })
  .get('/answers/:session', async (context) => {
    try {
      const run = await team.resume(context.req.param('session'))
      return context.json(await run.result)
    } catch (error) {
      if (error instanceof ConveneError) return context.json({ error: error.message }, 404)
      throw error
    }
  })

const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT ?? 3000) }, ({ port }) =>
  console.log(`Listening on http://127.0.0.1:${port}`),
)
process.once('SIGTERM', () => server.close(() => void team.close()))
