// Passes HTTP requests on to a server with a key added, and answers back, both as they are. Arguments: URL, key. Prints its own URL.
import http from "node:http";

const [url, key] = process.argv.slice(2);
const target = new URL(url);
const relay = http.createServer((request, response) => {
  const headers = { ...request.headers, authorization: `Bearer ${key}` };
  const passed = http.request(
    { host: target.hostname, port: target.port, method: request.method, path: request.url, headers, setHost: false },
    (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    },
  );
  passed.on("error", () => response.destroy());
  request.pipe(passed);
});
relay.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${relay.address().port}`));
