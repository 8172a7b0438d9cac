// A server of static files on this computer only, as anybody might use for the page.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
};

/** Serve folders by the first part of the path; resolves to {origin, close}. */
export async function serve(folders) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const [, first, ...rest] = decodeURIComponent(pathname).split("/");
    const folder = folders[first];
    const file = folder && path.join(folder, ...(rest.at(-1) ? rest : [...rest, "index.html"]));
    try {
      if (!file?.startsWith(folder + path.sep)) throw new Error("outside");
      const data = await readFile(file);
      response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "text/plain" }).end(data);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => server.close(resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, close };
}
