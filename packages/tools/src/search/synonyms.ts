/**
 * Words that programmers use for the same thing. A phrase is matched as one. A word may be in several groups: a group is
 * only worth its place if a file about the first word often has the others instead.
 */
const GROUPS = `
authentication, authenticate, auth, login, log in, logon, sign in, signin, password, credential, session token, oauth, sso
authorization, authorize, permission, access control, role, privilege, rights, admin, policy
registration, register, sign up, signup, new account, create user, onboarding
account, user, customer, profile, member
credential, secret, password, api key, token, key, vault
encryption, encrypt, decrypt, cipher, crypto, hash, tls
security, safety, vulnerability, attack, sanitize, escape, injection
privacy, gdpr, personal data, retention, anonymize, consent
database, db, sql, sqlite, postgres, mysql, table, storage, persistence, store, repository
schema, migration, migrate, alter table, upgrade
cache, memoize, memoization, remember, ttl, expire, lru
api, endpoint, route, router, rest, handler, controller, http
http, request, response, fetch, url, server
server, serve, listen, backend, daemon, host, uvicorn, express
download, fetch, get, retrieve, pull, remote, url
upload, import, ingest, load, read csv
import, ingest, load, parse, read
export, dump, write, save, serialize
throttle, throttling, rate limit, limit, quota, 429
retry, backoff, again, attempt, repeat, exponential, wait
failure, error, exception, fault, problem, crash, bug
error, exception, failure, throw, catch, bug
timeout, deadline, expire, abort
abort, cancel, stop, terminate, kill, interrupt
delete, remove, drop, erase, purge, clean up
duplicate, repeated, dedupe, same, twice, unique
null, missing, empty, undefined, none, blank, absent
normalize, canonical, clean, parse, format
date, time, timestamp, calendar, clock, day
validation, validate, check, verify, schema, constraint
test, testing, spec, unit test, expect, assert, fixture
evaluation, evaluate, score, metric, accuracy, recall, precision, benchmark, judge
machine learning, ml, training, train, fit, model, neural, loss
inference, predict, prediction, model
search, find, lookup, query, filter, index
logging, log, logger, trace, print, level
monitoring, health, liveness, heartbeat, metric, observability, uptime
alert, alarm, warning, notify, page, incident, pager
incident, outage, postmortem, downtime
notification, notify, email, mail, smtp, message, push
email, mail, smtp, inbox
queue, job, worker, task, background, async
scheduled, schedule, cron, timer, periodic
concurrency, concurrent, parallel, thread, pool, lock, mutex, race, async
lock, mutex, semaphore, exclusive
deployment, deploy, release, ship, rollout, publish, production, docker
container, docker, dockerfile, image, kubernetes, pod
release, version, changelog, ship, publish
backup, recovery, restore, dump, snapshot
configuration, config, settings, option, preference, environment, toml, yaml
dependency, dependencies, package, library, requires, install
licence, license, mit, copyleft, open source, compliance
documentation, docs, readme, guide, manual, handbook
formatting, style, lint, indentation, convention, prettier
code review, review, pull request, merge request, approval, merge
git, branch, commit, rebase, merge, version control, squash
issue, bug, defect, ticket, report
translation, translate, i18n, locale, language, localization
theme, dark mode, colour, color, css, style, palette
ui, interface, page, component, view, screen, button
visualization, chart, plot, graph, diagram, bar
payment, pay, charge, card, billing, invoice, checkout, price, money
refund, reimburse, reimbursement, return, money back
cart, basket, checkout
purchase, order, buy, checkout
delivery, shipping, ship, carrier, tracking, dispatch
money, price, amount, currency, cost
cost, budget
image, picture, photo, thumbnail
file, path, folder, directory, disk
network, internet, connection, socket
`

type Group = { readonly all: readonly string[]; readonly stems: ReadonlySet<string> }

const groups: readonly Group[] = GROUPS.trim()
  .split('\n')
  .map((line) => line.split(', '))
  .map((all) => ({ all, stems: new Set(all.map(stem)) }))

const MOST = 40

/** Other words for what a query asks, without its own. */
export function synonymsOf(query: string, words: readonly string[]): readonly string[] {
  const text = ` ${words.join(' ')} `
  const said = new Set([...words.map(stem), ...phrases.filter((phrase) => text.includes(` ${phrase} `))])
  const found = groups.filter(({ stems }) => [...said].some((word) => stems.has(word))).flatMap(({ all }) => all)
  return [...new Set(found)].filter((word) => !said.has(stem(word)) && !query.includes(word)).slice(0, MOST)
}

const phrases = [...new Set(groups.flatMap(({ all }) => all.filter((word) => word.includes(' '))))]

/** Forms of a word that mean the same here: `authenticated`, `authenticating`. */
function stem(word: string): string {
  if (word.includes(' ')) return word
  const short = word.replace(/(?:ations?|ating|ated?|ators?|ings?|ions?|ments?|ers?|ed|es|s|e|y)$/u, '')
  return short.length >= 4 ? short : word.replace(/s$/u, '')
}
