// The pages of the site: the guide's documents in order, with their HTML, headings and text.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { Marked } from 'marked'
import { drawStates } from './diagram.mjs'
import { escaped } from './escaped.mjs'

const START = { name: 'index', source: 'README.md', title: 'Start here' }

/** Pages about the project itself, after the guide. */
const PROJECT = [
  {
    name: 'security',
    source: 'SECURITY.md',
    title: 'Security',
    about: 'how to report a problem, and what counts as one',
  },
  {
    name: 'contributing',
    source: 'CONTRIBUTING.md',
    title: 'Contributing',
    about: 'where a change goes, and its tests',
  },
  { name: 'glossary', source: 'CONTEXT.md', title: 'Glossary', about: 'the words we use' },
  { name: 'changelog', source: 'CHANGELOG.md', title: 'Changelog', about: 'changes that users notice' },
]

/**
 * The start page, the guide's documents in the order of its table, and the project's documents. `pictures` is the folder
 * with the screenshots that they may show.
 */
export function pagesOf(root, pictures) {
  const guide = readFileSync(join(root, 'docs/guide/README.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| \[([^\]]+)\]\(([\w-]+)\.md\) \| (.*) \|$/gmu)]
  const documents = rows.map(([, title, name, about]) => ({ name, source: `docs/guide/${name}.md`, title, about }))
  const all = [START, ...documents, ...PROJECT]
  return all.map((page) => ({ ...page, ...rendered(root, page, all, pictures) }))
}

/** Every file and folder of the repository that the pages link to, so readers need no repository. */
export function sourcesOf(root, pages) {
  const paths = new Set(pages.flatMap(({ links }) => links))
  const sources = []
  for (const path of paths) {
    const page = { name: nameOf(path), source: path, title: path }
    const made = path.endsWith('.md') ? rendered(root, page, pages) : { html: plainHtml(root, path), links: [] }
    sources.push({ ...page, ...made })
    for (const other of made.links) paths.add(other)
  }
  return sources
}

function plainHtml(root, path) {
  const file = join(root, path)
  const text = statSync(file).isDirectory() ? namesIn(file).join('\n') : readFileSync(file, 'utf8')
  return `<h1>${escaped(path)}</h1>\n<pre><code>${escaped(text)}</code></pre>`
}

const namesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !/^(\.|dist$|node_modules$)/u.test(name))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort()

const nameOf = (path) => `source-${path.replaceAll(/[^\w.-]+/gu, '-')}`

function rendered(root, page, all, pictures) {
  const sections = []
  const links = new Set()
  const used = new Map()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = slugOf(text, used)
        sections.push({ id, title: plain(text), depth })
        return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`
      },
      code({ lang, text }) {
        return lang === 'mermaid' && drawStates(text)
      },
      link({ href, tokens }) {
        return `<a href="${escaped(addressOf(href, page, all, links))}">${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text }) {
        return `<img loading="lazy" src="${escaped(pictureOf(href, page))}" alt="${escaped(text)}">`
      },
    },
  })
  const source = readFileSync(join(root, page.source), 'utf8').replace(/^<!-- Generated [^>]*-->\n+/u, '')
  const markdown = withScreenshots(source, pictures)
  const html = marked.parse(markdown).replaceAll(/(src|srcset)="(docs\/guide\/)?(pictures\/[^"]+)"/gu, '$1="$3"')
  return { html, sections: withText(markdown, sections), markdown, links: [...links] }
}

/** Puts screenshots that only the site has where the guide has a comment for them. */
function withScreenshots(markdown, pictures) {
  const file = (name, theme) => `${name.replace(/-(?=\d+$)/u, `-${theme}-`)}.webp`
  return markdown.replaceAll(/^<!-- screenshots: (\S+) \| (.+) -->$/gmu, (comment, name, what) => {
    if (!pictures || !existsSync(join(pictures, file(name, 'dark')))) return comment
    const cells = ['light', 'dark'].map((theme) => `![${what}, ${theme}](pictures/${file(name, theme)})`)
    return `| Light | Dark |\n| --- | --- |\n| ${cells.join(' | ')} |`
  })
}

/** The text below each heading, for the search. */
function withText(markdown, sections) {
  const parts = markdown.split(/^#{1,6} .*$/mu).slice(1)
  return sections.map((section, index) => ({ ...section, text: plain(parts[index] ?? '').slice(0, 4_000) }))
}

/** Another page, or the page of a repository file, which is added to the links. */
function addressOf(href, page, all, links) {
  if (/^[a-z]+:|^#/u.test(href)) return href
  const [path, fragment] = href.split('#')
  const file = join(dirname(page.source), path).replace(/\/$/u, '')
  const target = all.find(({ source }) => source === file) ?? (file === 'docs/guide/README.md' && all[0])
  if (!target) links.add(file)
  return `${target ? target.name : nameOf(file)}.html${fragment ? `#${fragment}` : ''}`
}

const pictureOf = (href, page) => normalize(join(dirname(page.source), href)).replace(/^docs\/guide\//u, '')

/** Like GitHub's, so links in the documents work in both places. */
function slugOf(text, used) {
  const slug = plain(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/gu, '-')
  const times = used.get(slug) ?? 0
  used.set(slug, times + 1)
  return times === 0 ? slug : `${slug}-${times}`
}

const plain = (markdown) =>
  markdown
    .replaceAll(/<[^>]+>/gu, ' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replaceAll(/[`*_|#>]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
