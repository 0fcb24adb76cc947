"""Texts that are made to break whoever reads JSON: every value that is none in every field."""

VALUES = [
    "NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1e-999", "-0", "0.5", "1E400", "2147483648",
    "9007199254740993", "-1", "18446744073709551616", "9" * 400, "9" * 3000, "0." + "1" * 3000,
    "1" + "0" * 999 + "e-999", "0x10", "01", "+1", ".5", "1.", "1e", "--1", "1_000", "true", "false",
    "null", "tru", "True", "None", "undefined", "[]", "{}", "[[]]", "[" * 600, "[" * 400 + "]" * 400,
    '{"a":' * 300 + "1" + "}" * 300, '{"__proto__":{"n":1}}', '{"constructor":{"prototype":1}}',
    '{"":1}', '""', '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\ud83d\\ude00"', '"\\u12"',
    '"\\x41"', '"\\', '"\n"', '"\x00"', '"\x7f"', '"unended', "'a'", '"__proto__"', '"constructor"',
    '"../../etc/passwd"', '"<img src=x onerror=alert(1)>"', '"%s%n{0}${7*7}"', '"' + "x" * 3000 + '"',
    '"\u202e"', '"\ufeff"', "[1,]", "[,1]", "{1:2}", '{"a"}', '{"a":1,}', "/* */1", "// 1\n1", "1 1",
    "1;", "", "(1)", "\ufeff1", "[null,null]", '{"$ref":"#"}', '{"__class__":"os.system"}',
]  # fmt: skip
FRAMES = [
    '{"t":%s}',
    '{"t":"do","n":%s,"a":"turn"}',
    '{"t":"do","n":1,"a":%s}',
    '{"t":"do","n":1,"a":"r1>c","card":%s}',
    '{"t":"do","n":1,"a":"turn","round":%s}',
    '{"t":"room","n":1,"do":%s}',
    '{"t":"room","n":1,"do":"name","name":%s}',
    '{"t":"room","n":1,"do":"bot","level":%s}',
    '{"t":"room","n":1,"do":"bot","seat":%s}',
    '{"t":"room","n":1,"do":"rules","rules":%s}',
    '{"t":"room","n":1,"do":"options","options":%s}',
    '{"t":"room","n":1,"do":"options","options":{"queue":%s}}',
    '{"t":"room","n":1,"do":"share","value":%s}',
    '{"t":"room","n":1,"do":"ready","ready":%s}',
    '{"t":"room","n":1,"do":"react","emoji":%s}',
    '{"t":"ping","c":%s}',
    '{"t":"hello","room":%s}',
    '{"t":"hello","room":"AAAAAA","v":%s}',
    '{"t":"hello","room":"AAAAAA","token":%s}',
    '{"t":"look","more":%s}',
    "%s",
]
TWICE = [
    '{"t":"look","t":"ping","c":1}',
    '{"t":"do","n":1,"n":2,"a":"turn"}',
    '{"t":"do","n":1,"a":"turn","a":"stop"}',
    '{"n":1,"t":"do","t":"room","a":"turn","do":"start"}',
]
TRAPS = [frame % value for frame in FRAMES for value in VALUES] + TWICE
