/** Folders that other programs execute or trust, anywhere in a workspace. */
export const protectedFolders: readonly string[] = (
  '.git .github .gitlab .circleci .buildkite .woodpecker .husky .convene .squad .ai-team .vscode .idea .devcontainer ' +
  '.claude .cursor .agents .githooks .codex .gemini .qwen .opencode .copilot .goose'
).split(' ')

const startUp =
  '.profile .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc ' +
  '.mkshrc .cshrc .tcshrc .login .logout .inputrc .xprofile .xinitrc .xsessionrc .pam_environment config.fish'
const instructions =
  'agents.md agents.override.md claude.md claude.local.md gemini.md qwen.md .goosehints .cursorrules .windsurfrules .mcp.json ' +
  'opencode.json opencode.jsonc bunfig.toml'
const packages = '.npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs'
const continuous =
  'jenkinsfile .gitlab-ci.yml .travis.yml .drone.yml .woodpecker.yml .cirrus.yml appveyor.yml .appveyor.yml ' +
  'azure-pipelines.yml bitbucket-pipelines.yml'
const others = '.gitmodules .gitconfig .envrc .devcontainer.json'

const files = new Set(
  [startUp, instructions, packages, continuous, others]
    .flatMap((names) => names.split(' '))
    .flatMap((name) => (name.endsWith('.yml') ? [name, name.replace(/yml$/, 'yaml')] : [name])),
)
const folders = new Set(protectedFolders)

/** How a name is protected. Edits and the sandbox share this list: edits ask first, the sandbox mounts it read-only. */
export function protectedAs(name: string): 'folder' | 'file' | undefined {
  const lower = name.toLowerCase()
  if (folders.has(lower)) return 'folder'
  return files.has(lower) || lower.endsWith('.code-workspace') ? 'file' : undefined
}

/** Whether other programs run this file, take instructions from it, or trust its contents. */
export const isProtected = (path: string): boolean => {
  const parts = path.split('/')
  const last = parts.at(-1) ?? ''
  // Any folder with a `HEAD` in it can be a repository, whose settings name programs to run.
  return (
    last.toLowerCase() === 'head' ||
    protectedAs(last) !== undefined ||
    parts.some((part) => protectedAs(part) === 'folder')
  )
}
