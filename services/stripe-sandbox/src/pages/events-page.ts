import type { SentEvent } from "../delivery/sent-events.ts";
import type { PortalSession } from "../state/documents.ts";
import { html, shortDate } from "./html.ts";
import { page } from "./page.ts";

/** What was sent to Tessera of the customer, and what became of it. @param notice what the last action did */
export function eventsPage(session: PortalSession, events: SentEvent[], notice: string | null): string {
  const base = `/sandbox/portal/${session.id}`;
  // Where the screen is narrow, date and delivery stand below the name: the button stays in sight.
  const row = (
    event: SentEvent,
  ) => html`<tr><th scope="row">${event.type}<span class="line below">${shortDate(event.created)}: ${stateOf(event)}</span></th>
<td class="beside">${shortDate(event.created)}</td><td class="beside">${stateOf(event)}</td>
<td class="action"><form method="post" action="${base}/events/${event.id}/send"><button>Send again</button></form></td></tr>`;
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="All events"><table class="rows">
<thead><tr><th scope="col">Event</th><th scope="col" class="beside">Date</th><th scope="col" class="beside">Delivery</th><td></td></tr></thead>
<tbody>${events.map(row)}</tbody></table></div>`;
  return page(
    "Events",
    html`<main class="single wide">
<p><a href="${base}">Back to your subscription</a></p>
<h1>Events</h1>
${notice && html`<div class="done" role="status"><p>${notice}</p></div>`}
<section class="card" aria-label="Events that were sent to Tessera">
<p class="quiet">The sandbox sends these to Tessera, each until it is taken. One that is sent again changes nothing that is known already.</p>
${events.length ? table : html`<p>Nothing was sent yet.</p>`}</section>
</main>`,
  );
}

function stateOf({ is_delivered: isDelivered, attempts, failure }: SentEvent): string {
  if (isDelivered) return "Taken";
  if (attempts === 0) return "Waits to be sent";
  return `Not taken after ${attempts === 1 ? "1 attempt" : `${attempts} attempts`}: ${failure ?? "no answer"}`;
}
