import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Json } from '@convene/domain'
import type { Answer } from '@convene/testkit'
import type { TestFolders } from './launch.ts'

/** The same bug in a folder without git, where files are changed at once. */
export function writeBug({ workspace }: TestFolders): void {
  write(join(workspace, 'sum.mjs'), 'export const sum = (a, b) => a - b\n')
  write(
    join(workspace, 'check.mjs'),
    `import { sum } from './sum.mjs'\nif (sum(2, 3) !== 5) throw new Error('sum is wrong')\nconsole.log('sum is right')\n`,
  )
}

/** Makes a place's workspace a git repository with a bug in it, and a check that finds the bug. */
export function plantBug(place: TestFolders): void {
  writeBug(place)
  const { workspace } = place
  const git = (...words: readonly string[]) => execFileSync('git', [...words], { cwd: workspace })
  git('init', '--quiet')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.com')
  git('add', '.')
  git('commit', '--quiet', '-m', 'Begin')
}

/** Writes a user's agent. */
export function writeAgent({ home }: TestFolders, slug: string, fields: string): void {
  const name = `${slug[0]?.toUpperCase()}${slug.slice(1)}`
  write(join(home, 'agents', `${slug}.md`), `---\nname: ${name}\nslug: ${slug}\n${fields}\n---\nYou do your part.\n`)
}

export function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** A reply of a model that calls tools. */
export const calling = (...calls: readonly (readonly [string, Json])[]): Answer => ({
  calls: calls.map(([name, input]) => ({ name, input })),
})

export const fixesSum = ['edit', { path: 'sum.mjs', oldString: 'a - b', newString: 'a + b' }] as const
