import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '@convene/domain'
import { awsFrame } from '@convene/testkit'

/** One recorded exchange with a real provider. `dialect` is the name of its file. */
export type Recording = {
  readonly dialect: string
  readonly id: string
  readonly kind: 'stream' | 'whole' | 'error'
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly request: { readonly uri: string; readonly body: Json } | null
  readonly body?: string
  readonly body64?: string
}

/** Every recording in a folder: files of one JSON object per line, one file per dialect. */
export const readRecordings = (folder: string): readonly Recording[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => ({ ...JSON.parse(line), dialect: name.replace(/\.ndjson$/, '') }) as Recording),
    )

/** The bytes from the wire. Some recordings of Bedrock hold the events without their frames. */
export function bytesOf({ body = '', body64, headers, kind }: Recording): Buffer {
  if (body64 !== undefined) return Buffer.from(body64, 'base64')
  if (kind !== 'stream' || !headers['content-type']?.includes('amazon.eventstream')) return Buffer.from(body)
  return Buffer.concat(body.split('\n').filter(Boolean).flatMap(framed))
}

const framed = (line: string): Uint8Array[] =>
  Object.entries(JSON.parse(line) as { readonly [event: string]: Json }).map(([event, data]) =>
    awsFrame({ kind: 'text', event, data }),
  )
