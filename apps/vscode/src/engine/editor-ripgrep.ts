import { join } from 'node:path'
import type { System } from '@convene/platform'

type Machine = { readonly system: System; readonly arch: string; exists(file: string): boolean }

/** The ripgrep bundled with VS Code. Its path depends on the version. */
export function editorRipgrep(appRoot: string, { system, arch, exists }: Machine): string | undefined {
  const program = `rg${system.programEnds[0]}`
  return ['node_modules', 'node_modules.asar.unpacked']
    .flatMap((folder) => [
      join(appRoot, folder, '@vscode/ripgrep-universal/bin', `${system.name}-${arch}`, program),
      join(appRoot, folder, '@vscode/ripgrep/bin', program),
    ])
    .find(exists)
}
