import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Team } from '@convene/domain'
import { findSquad, type TeamToWrite } from '@convene/library'
import { folderOf } from '@convene/testkit'
import { readSquad } from './read-squad.ts'

/** Texts by path. */
export type Files = { readonly [path: string]: string }

/** A workspace `shop` with these files. */
export function workspaceWith(files: Files): string {
  const inShop = Object.entries(files).map(([path, text]) => [`shop/${path}`, text])
  return join(folderOf({ 'shop/readme.md': '', ...Object.fromEntries(inShop) }), 'shop')
}

/** Models are written with their provider; anything else is not a model name. */
export const modelFor = (written: string) => (written.includes('/') ? written : undefined)

/** A workspace's team, as it is read. */
export const read = (workspace: string): Team | undefined =>
  readSquad(findSquad(workspace) ?? join(workspace, '.squad'), workspace, { modelFor }).team

/** The same team in the form for writing. */
export function squadTeam(team: Team | undefined): TeamToWrite {
  if (!team) throw new Error('there is no team')
  const members = team.members.map((member) => {
    if (typeof member !== 'object' || typeof member.agent !== 'object') throw new Error('not written out')
    const { name, role, prompt, model } = member.agent
    return { name, role, prompt, ...(model && { model }) }
  })
  return { ...team, members }
}

/** Every file below a folder, with its hash. */
export function hashes(folder: string): Files {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )
  return Object.fromEntries(
    names.sort().map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )
}
