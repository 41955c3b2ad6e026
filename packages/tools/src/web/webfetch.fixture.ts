import { CallId, SessionId, TaskId } from '@convene/domain'
import type { ToolContext } from '../tool.ts'
import { type Handler, startSite } from './fixtures/site.ts'
import { type WebfetchOptions, webfetchTool } from './webfetch-tool.ts'

const live = new AbortController().signal
export const context: ToolContext = {
  session: SessionId.parse('ses_00000000000000000000000000'),
  task: TaskId.parse('tsk_00000000000000000000000000'),
  call: CallId.parse('call_1'),
  agent: 'researcher',
  workspace: '/',
}

type FetchCase = { readonly path?: string; readonly question?: string; readonly format?: 'markdown' | 'text' }

/** Fetches from a site on this machine, and returns the output with the site's address as SITE. */
export async function fetched(
  handlers: Readonly<Record<string, Handler | string>>,
  { path = '/', question, format = 'markdown' }: FetchCase = {},
  options: Partial<WebfetchOptions> = {},
) {
  await using site = await startSite(handlers)
  const tool = webfetchTool({ guard: { allowHosts: [site.origin] }, ...options })
  const { ok, output, inquiry } = await tool.run(
    { url: `${site.origin}${path}`, format, ...(question !== undefined && { question }) },
    context,
    live,
  )
  const seen = site.seen.map(({ url }) => url)
  const asked = inquiry && { ...inquiry, source: inquiry.source.replace(site.origin, 'SITE') }
  return { ok, output: output.replaceAll(site.origin, 'SITE'), seen, ...(asked && { inquiry: asked }) }
}

/** A handler that answers with this body and content type. */
export const sends =
  (contentType: string | undefined, body: string | Uint8Array): Handler =>
  (_request, response) =>
    void response.writeHead(200, contentType === undefined ? {} : { 'content-type': contentType }).end(body)

/** Long enough to be an article. */
export const story =
  'It was a bright cold day in April, and the clocks were striking thirteen, said the article at length. '
