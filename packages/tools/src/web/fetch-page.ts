import { ok, type Result, refuse } from '@convene/domain'
import type { AbortSignal } from '@convene/engine'
import { type GuardOptions, guardedRequest, type WebResponse } from './guard/guarded-request.ts'
import { shortPageLine } from './page/clean-text.ts'
import { kindOfContent, mediaType } from './page/content-kind.ts'
import { readInThread } from './page/read-in-thread.ts'
import type { ReadPage } from './page/read-page.ts'

export type PageRequest = { readonly url: string; readonly format: 'markdown' | 'text' }

/** A fetched and parsed page, and its final URL. */
export type FetchedPage = ReadPage & { readonly url: string }

/** Fetches a page and reads it. Anything but text is refused with its type and size. */
export async function fetchPage(
  { url, format }: PageRequest,
  options: GuardOptions,
  signal: AbortSignal,
): Promise<Result<FetchedPage>> {
  const headers = { accept: 'text/html, text/markdown, text/plain, application/json;q=0.9, */*;q=0.5' }
  const response = await guardedRequest({ url, headers }, options, signal)
  if (!response.ok) return response
  return readResponse(response.value, format, signal)
}

/** Reads a response as a page. */
export async function readResponse(
  response: WebResponse,
  format: 'markdown' | 'text',
  signal: AbortSignal,
): Promise<Result<FetchedPage>> {
  const { url, status, headers, body } = response
  if (status < 200 || status > 299) return refuse('status', `The server answered with status ${status}.`)
  const contentType = headers['content-type'] ?? ''
  const kind = kindOfContent(contentType, body)
  if (kind === 'binary') return refuse('not-text', notText(contentType, body))
  const page = await readInThread({ url, contentType, kind, body, format }, signal)
  return page.ok ? ok({ ...page.value, url }) : page
}

const notText = (contentType: string, body: Uint8Array): string =>
  `It is not a text but ${shortPageLine(mediaType(contentType), 80) || 'binary data'}, ${body.length} bytes. Look for a page in HTML or text.`
