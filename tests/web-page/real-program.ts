import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Served, type ServedOptions, served } from '../../apps/server/src/server.fixture.ts'
import { pageFolder } from '../../scripts/web.mjs'

type Files = { readonly [path: string]: string }

/**
 * The whole program behind the page, on separate folders, with the rehearsal model. `files` are in its workspace. Its
 * page is a copy, because another test may rebuild the page.
 */
export async function realProgram(files: Files = {}, options: ServedOptions = {}): Promise<Served> {
  const assets = mkdtempSync(join(tmpdir(), 'convene-page-'))
  cpSync(pageFolder, assets, { recursive: true })
  const program = await served({ assets, ...options })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(program.workspace, path)), { recursive: true })
    writeFileSync(join(program.workspace, path), text)
  }
  const remove = async () => {
    await program.remove()
    rmSync(assets, { recursive: true, force: true })
  }
  return { ...program, remove }
}

/** Makes the workspace a git repository with one commit. */
export function asRepository({ workspace }: Served): void {
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...words], { cwd: workspace })
  git('init', '--initial-branch', 'main')
  git('add', '.')
  git('commit', '--message', 'Begin')
}

/** A Squad team, as a repository brings it. */
export const squadFiles: Files = {
  '.squad/team.md': `# Shop crew

| Member | Role |
| --- | --- |
| Dallas | Lead |
| Ripley | Backend |
`,
  '.squad/agents/dallas/charter.md': '# Dallas\n\nLeads the shop crew.\n',
  '.squad/agents/ripley/charter.md': '# Ripley\n\nWrites the backend.\n',
  'README.md': '# Shop\n\nA small shop that keeps its sessions in Redis.\n',
}
