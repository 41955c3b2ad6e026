const KNOWN =
  /\.(?:[cm]?[jt]sx?|d\.ts|py|pyi|rb|go|rs|java|kts?|swift|cc?|cpp|cxx|hpp?|cs|php|sh|bash|zsh|fish|sql|jsonc?|json5|ya?ml|toml|ini|cfg|conf|mdx?|txt|rst|adoc|html?|s?css|sass|less|vue|svelte|astro|csv|tsv|xml|proto|graphql|gql|gradle|lock|ipynb|lua|exs?|erl|hs|ml|clj|scala|dart|pl|ps1|bat|tf|prisma|svg|png|jpe?g|gif|pdf|env|example|properties|plist|feature|snap|patch|diff|zig|nim|cr|jl|elm|sol|wat|wasm|hbs|ejs|pug|erb|tpl|tmpl|mk|cmake|nix|rules|service|ics|po|log)$/iu
const NAMES =
  /^(?:Makefile|Dockerfile|Containerfile|Gemfile|Rakefile|Procfile|Jenkinsfile|Vagrantfile|Justfile|justfile|Taskfile|Brewfile|LICENSE|README|CHANGELOG|NOTICE|CODEOWNERS|\.[a-z][\w.-]{2,40})$/u
/** Names of things that only look like files. */
const PRODUCTS =
  /^(?:node|next|vue|nuxt|express|three|d3|react|angular|backbone|ember|moment|discord|socket|chart|alpine|nest|solid|p5|video|require|handlebars|knockout|ext)\.js$|^(?:asp|ado|vb|ml)\.net$|^console\.log$|^process\.env$|^import\.meta\.env$|^math\.\w+$|^(?:e\.g|i\.e)\.?$/iu

/** A path as agents name it, or nothing if it is not certainly a file. */
export function filePath(text: string): string | undefined {
  const path = text
    .trim()
    .replace(/^["'`]|["'`]$/gu, '')
    .replace(/(?::\d+(?:[:-]\d+)?|#L\d+(?:-L?\d+)?)$/u, '')
    .replace(/^\.\//u, '')
    .replaceAll('\\', '/')
  if (path === '' || path.length > 200 || /[\s*?<>{}|()[\]$"'`,;=]/u.test(path) || path.includes('://'))
    return undefined
  if (
    PRODUCTS.test(path) ||
    path.endsWith('/') ||
    path.startsWith('@') ||
    (/^[A-Z]\w*\.[a-z]\w*$/u.test(path) && !KNOWN.test(path))
  )
    return undefined
  const name = path.split('/').at(-1) ?? ''
  return KNOWN.test(name) || NAMES.test(name) ? path : undefined
}

/** Whether both name the same file: one may be relative to a folder further down. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [bare(one), bare(other)]
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`)
}

const bare = (path: string): string => path.replaceAll('\\', '/').replace(/^(?:\.\/)+/u, '')

/** Text for people: changing it changes no test. */
export const isProseFile = (path: string): boolean =>
  /\.(?:mdx?|txt|rst|adoc|log|svg|png|jpe?g|gif|pdf)$|(?:^|\/)(?:LICENSE|CHANGELOG|NOTICE|README)[^/]*$/iu.test(path)

/** What programs leave behind, and what is outside the project. */
export const isByproduct = (path: string): boolean =>
  /^(?:\/tmp|\/var\/tmp|\/dev)\/|(?:^|\/)(?:node_modules|dist|build|out|coverage|target|\.cache|\.git|tmp|__pycache__|\.pytest_cache|\.next|logs?|snapshots?|__snapshots__|test-results|playwright-report)(?:\/|$)|\.(?:snap|tsbuildinfo|pyc|map|out|tmp|bak|orig|lcov|log)$/u.test(
    path,
  )
