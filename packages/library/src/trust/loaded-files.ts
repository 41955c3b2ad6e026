/** Why a coding agent would load a file by itself. */
export type LoadedAs = 'settings' | 'instructions' | 'variables'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u))

/** Hooks, commands, plugins and servers that agents run, and permissions that they apply. File and folder names. */
const settings = words(
  '.claude .mcp.json mcp.json .mcp .codex .gemini .qwen .opencode opencode.json opencode.jsonc .copilot .goose ' +
    '.cursor .agents .agent .kiro .amazonq .augment .cline .roo .kilocode .continue .junie .factory .openhands .crush ' +
    'crush.json .crush.json .amp .aider.conf.yml .iflow .vibe .kimi .trae .qoder .codebuddy .devin .windsurf .pi .ai ' +
    '.github/copilot .github/hooks .github/mcp.json .github/mcp .github/extensions .github/lsp.json lsp.json ' +
    '.vscode/mcp.json bunfig.toml',
)

const instructions = words(
  'agents.md agents.override.md agent.md claude.md claude.local.md gemini.md qwen.md iflow.md crush.md warp.md ' +
    'context.md .goosehints .cursorrules .windsurfrules .clinerules .roorules .rules .github/copilot-instructions.md ' +
    '.github/instructions .github/prompts .github/agents .github/chatmodes .github/skills',
)

const partlyLoaded = words('.github .vscode')

/** Whether only part of a folder with this name is loaded. */
export const isPartlyLoaded = (name: string): boolean => partlyLoaded.has(folded(name))

/**
 * Whether any coding agent loads this by itself, given its name and folder. It does not matter which agent it is,
 * because they read each other's files.
 */
export function loadedAs(name: string, within = ''): LoadedAs | undefined {
  const names = [folded(name), `${folded(within)}/${folded(name)}`]
  if (names.some((each) => settings.has(each))) return 'settings'
  if (names.some((each) => instructions.has(each))) return 'instructions'
  // Variables can send a key to another server. Some agents read them, and others have a runtime that does.
  return /^\.env(\.(?!example|sample|template).*)?$/u.test(folded(name)) ? 'variables' : undefined
}

/**
 * The same result for all names that some file system treats as equal: AGENT\u017f.md is AGENTS.md if case is ignored.
 */
const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()

const foreign = words(
  '.git .gitignore .gitattributes .gitmodules .gitkeep .git-blame-ignore-revs .mailmap .editorconfig .ds_store .convene ' +
    '.squad .ai-team .github .gitlab .gitlab-ci.yml .circleci .travis.yml .vscode .idea .vs .devcontainer ' +
    '.devcontainer.json .dockerignore .nvmrc .node-version .python-version .ruby-version .tool-versions .prettierignore ' +
    '.eslintignore .swcrc .browserslistrc .npmrc .npmignore .yarn .yarnrc .yarnrc.yml .cache .venv .tox .mypy_cache ' +
    '.pytest_cache .ruff_cache .next .nuxt .turbo .gradle .mvn .husky .clang-format .clang-tidy .rubocop.yml .worktrees',
)

/** Whether an unknown agent might load this: anything hidden that is not known to belong to something else. */
export function mayBeLoaded(name: string): boolean {
  const lower = folded(name)
  if (!lower.startsWith('.') || loadedAs(lower) !== undefined) return false
  return !foreign.has(lower) && !/^\.(env|prettierrc|eslintrc|stylelintrc|babelrc|pnp)(\.|$)/u.test(lower)
}
