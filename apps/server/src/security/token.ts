import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Refusal } from '@convene/domain'
import type { Environment } from '@convene/platform'

/** Where the token is stored, readable by its user only. */
export const tokenFile = (home: string): string => join(home, 'token')

/** The token of a data folder: from the environment, else the one generated for it. */
export function tokenOf(home: string, environment: Environment): string {
  if (environment.CONVENE_TOKEN) return environment.CONVENE_TOKEN
  const known = read(home)
  if (known) return known
  const token = randomBytes(32).toString('base64url')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(tokenFile(home), `${token}\n`, { mode: 0o600, flag: 'wx', flush: true })
    return token
  } catch (error) {
    // Another process was faster: its token wins.
    const theirs = read(home)
    if (theirs) return theirs
    throw error
  }
}

const LEAST = 32

/**
 * On a team server, others have values derived from the token, such as a page's key. From those they could guess a
 * short token.
 */
export function refuseWeakToken({ CONVENE_TOKEN }: Environment): Refusal | undefined {
  if (!CONVENE_TOKEN || CONVENE_TOKEN.length >= LEAST) return undefined
  const message = `CONVENE_TOKEN is shorter than ${LEAST} characters and could be guessed. Set a random one: openssl rand -hex 32`
  return { code: 'weak_token', message }
}

function read(home: string): string | undefined {
  try {
    return readFileSync(tokenFile(home), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
