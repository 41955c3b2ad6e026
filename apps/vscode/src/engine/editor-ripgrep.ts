import { join } from 'node:path'

type Machine = { readonly platform: string; readonly arch: string; exists(file: string): boolean }

/** The ripgrep bundled with VS Code. Its path depends on the version. */
export function editorRipgrep(appRoot: string, { platform, arch, exists }: Machine): string | undefined {
  const program = platform === 'win32' ? 'rg.exe' : 'rg'
  return ['node_modules', 'node_modules.asar.unpacked']
    .flatMap((folder) => [
      join(appRoot, folder, '@vscode/ripgrep-universal/bin', `${platform}-${arch}`, program),
      join(appRoot, folder, '@vscode/ripgrep/bin', program),
    ])
    .find(exists)
}
