// The pages of the site: the documents of the guide in its order, with their HTML, headings and text.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dirname, normalize } from 'node:path/posix'
import { Marked } from 'marked'
import { drawStates } from './diagram.mjs'
import { escaped } from './escaped.mjs'

const START = { name: 'index', source: 'README.md', title: 'Start here' }

/** The start page, the guide's documents in the order of its table, the security policy and the changelog. */
export function pagesOf(root) {
  const guide = readFileSync(join(root, 'docs/guide/README.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| \[([^\]]+)\]\(([\w-]+)\.md\)/gmu)]
  const documents = rows.map(([, title, name]) => ({ name, source: `docs/guide/${name}.md`, title }))
  const all = [
    START,
    ...documents,
    { name: 'security', source: 'SECURITY.md', title: 'Security' },
    { name: 'changelog', source: 'CHANGELOG.md', title: 'Changelog' },
  ]
  return all.map((page) => ({ ...page, ...rendered(root, page, all) }))
}

function rendered(root, page, all) {
  const sections = []
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
        return `<a href="${escaped(addressOf(href, page, all))}">${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text }) {
        return `<img loading="lazy" src="${escaped(pictureOf(href, page))}" alt="${escaped(text)}">`
      },
    },
  })
  const markdown = readFileSync(join(root, page.source), 'utf8').replace(/^<!-- Generated [^>]*-->\n+/u, '')
  const html = marked.parse(markdown).replaceAll(/(src|srcset)="(docs\/guide\/)?(pictures\/[^"]+)"/gu, '$1="$3"')
  return { html, sections: withText(markdown, sections), markdown }
}

/** The text below each heading, for the search. */
function withText(markdown, sections) {
  const parts = markdown.split(/^#{1,6} .*$/mu).slice(1)
  return sections.map((section, index) => ({ ...section, text: plain(parts[index] ?? '').slice(0, 4_000) }))
}

/** A page of the site, or the file in the repository, which the site does not contain. */
function addressOf(href, page, all) {
  if (/^[a-z]+:|^#/u.test(href)) return href
  const [path, fragment] = href.split('#')
  const file = normalize(join(dirname(page.source), path)).replaceAll('\\', '/')
  const target = all.find(({ source }) => source === file) ?? (file === 'docs/guide/README.md' && all[0])
  return target ? `${target.name}.html${fragment ? `#${fragment}` : ''}` : `source.html#${encodeURIComponent(file)}`
}

const pictureOf = (href, page) => normalize(join(dirname(page.source), href)).replace(/^docs\/guide\//u, '')

/** As GitHub makes them, so that links in the documents work in both places. */
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
